// SPDX-License-Identifier: Apache-2.0
// The three-dimensional picture: renderer, camera, light. Draws when asked to, not all the time.
import {
  AmbientLight, Color, DirectionalLight, HemisphereLight, PerspectiveCamera, Scene, Vector3, WebGLRenderer,
} from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";

import { ViewError } from "../data/view_error";
import type { Theme } from "../ui/theme";

/** Bodies seldom fill the ball around them: the ball may be larger than the picture. */
const FILLED = 0.78;

/** Pixels at the sides that something else lies over. */
export interface Covered {
  left: number;
  right: number;
}

export class Stage {
  readonly scene = new Scene();
  readonly camera = new PerspectiveCamera(40, 1, 0.01, 1000);
  readonly controls: OrbitControls;
  private readonly renderer: WebGLRenderer;
  private readonly beforeRender: (() => void)[] = [];
  private asked = false;
  private size = 1;
  private covered: () => Covered = () => ({ left: 0, right: 0 });

  constructor(
    private readonly host: HTMLElement,
    theme: Theme,
    label: string,
    /** Everything is in the plane z = 0, seen from above. */
    flat = false,
  ) {
    this.renderer = makeRenderer();
    const canvas = this.renderer.domElement;
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", label);
    canvas.tabIndex = 0;
    host.append(canvas);
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.camera.up.set(0, flat ? 1 : 0, flat ? 0 : 1);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableRotate = !flat;
    this.controls.addEventListener("change", () => this.draw());
    this.addLights();
    theme.onChange((palette) => {
      this.scene.background = new Color(palette.background);
      this.draw();
    });
    new ResizeObserver(() => this.resize()).observe(host);
    this.resize();
  }

  get canvas(): HTMLCanvasElement {
    return this.renderer.domElement;
  }

  /** Called before each frame that is drawn. */
  onRender(listener: () => void): void {
    this.beforeRender.push(listener);
  }

  /** Tells how much of the picture is covered by something else; its middle moves aside. */
  keepClear(covered: () => Covered): void {
    this.covered = covered;
    this.resize();
  }

  /** Draws with the next frame; many calls, one drawing. */
  draw(): void {
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame(() => {
      this.asked = false;
      for (const listener of this.beforeRender) listener();
      this.renderer.render(this.scene, this.camera);
    });
  }

  /** Looks at the center from a direction so that a ball of this radius fills the picture. */
  lookAt(center: Vector3, radius: number, direction = new Vector3(0.45, -1, 0.45)): void {
    const { clientWidth: width, clientHeight: height } = this.host;
    const { left, right } = this.covered();
    const free = Math.max(width - left - right, 100) / Math.max(height, 1);
    const halfAngle = Math.atan(Math.tan((this.camera.fov * Math.PI) / 360) * Math.min(1, free));
    const distance = (FILLED * radius) / Math.sin(halfAngle);
    this.size = Math.max(this.size, radius);
    this.controls.target.copy(center);
    this.camera.position.copy(center).addScaledVector(direction.clone().normalize(), distance);
    this.camera.near = distance / 200;
    this.camera.far = distance + 40 * this.size;
    this.camera.updateProjectionMatrix();
    this.controls.update();
    this.draw();
  }

  private addLights(): void {
    const key = new DirectionalLight(0xffffff, 2.2);
    key.position.set(0.5, -1, 1.2);
    const fill = new DirectionalLight(0xffffff, 0.7);
    fill.position.set(-1, 0.6, -0.4);
    this.scene.add(new AmbientLight(0xffffff, 0.35), new HemisphereLight(0xffffff, 0x8890a0, 0.9), key, fill);
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.host;
    if (width === 0 || height === 0) return;
    this.renderer.setSize(width, height);
    this.camera.aspect = width / height;
    const { left, right } = this.covered();
    this.camera.setViewOffset(width, height, (right - left) / 2, 0, width, height);
    this.draw();
  }
}

function makeRenderer(): WebGLRenderer {
  try {
    return new WebGLRenderer({ antialias: true });
  } catch {
    throw new ViewError("This browser has no WebGL, which the picture needs.");
  }
}
