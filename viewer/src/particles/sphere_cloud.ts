// SPDX-License-Identifier: Apache-2.0
// All particles in one drawing: a square for each, turned to the camera, in which the shader draws a disc or a ball.
import {
  Color, DynamicDrawUsage, Float32BufferAttribute, InstancedBufferAttribute, InstancedBufferGeometry, Mesh,
  ShaderMaterial,
} from "three";

const VERTEX = /* glsl */ `
  attribute vec4 sphere;
  attribute float speed;
  attribute float marked;
  uniform float highest;
  varying vec2 corner;
  varying float share;
  varying float mark;
  void main() {
    corner = position.xy;
    share = clamp(speed / highest, 0.0, 1.0);
    mark = marked;
    vec4 center = modelViewMatrix * vec4(sphere.xyz, 1.0);
    gl_Position = projectionMatrix * (center + vec4(position.xy * sphere.w, 0.0, 0.0));
  }`;

const FRAGMENT = /* glsl */ `
  uniform vec3 slow;
  uniform vec3 middle;
  uniform vec3 fast;
  uniform vec3 highlight;
  uniform float round;
  uniform float bySpeed;
  varying vec2 corner;
  varying float share;
  varying float mark;
  void main() {
    float square = dot(corner, corner);
    if (square > 1.0) discard;
    float shown = share * bySpeed;
    vec3 colour = shown < 0.5 ? mix(slow, middle, 2.0 * shown) : mix(middle, fast, 2.0 * shown - 1.0);
    vec3 normal = vec3(corner, sqrt(1.0 - square));
    float light = mix(1.0, 0.35 + 0.75 * max(dot(normal, normalize(vec3(-0.4, 0.6, 0.7))), 0.0), round);
    colour *= light;
    if (mark > 0.5) colour = mix(highlight, colour, square < 0.55 ? 0.35 : 0.0);
    gl_FragColor = vec4(colour, 1.0);
    #include <colorspace_fragment>
  }`;

export class SphereCloud {
  readonly mesh: Mesh;
  private readonly material: ShaderMaterial;
  private readonly spheres: InstancedBufferAttribute;
  private readonly speeds: InstancedBufferAttribute;
  private readonly marks: InstancedBufferAttribute;

  /** The arrays are drawn as they are at each update. */
  constructor(spheres: Float32Array, speeds: Float32Array, highest: number, round: boolean) {
    const geometry = new InstancedBufferGeometry();
    geometry.setAttribute("position", new Float32BufferAttribute([-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0], 3));
    geometry.setIndex([0, 1, 2, 0, 2, 3]);
    this.spheres = new InstancedBufferAttribute(spheres, 4).setUsage(DynamicDrawUsage);
    this.speeds = new InstancedBufferAttribute(speeds, 1).setUsage(DynamicDrawUsage);
    this.marks = new InstancedBufferAttribute(new Float32Array(speeds.length), 1).setUsage(DynamicDrawUsage);
    geometry.setAttribute("sphere", this.spheres);
    geometry.setAttribute("speed", this.speeds);
    geometry.setAttribute("marked", this.marks);
    geometry.instanceCount = speeds.length;
    this.material = new ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      uniforms: {
        highest: { value: highest }, round: { value: round ? 1 : 0 }, bySpeed: { value: 1 },
        slow: { value: new Color() }, middle: { value: new Color() }, fast: { value: new Color() },
        highlight: { value: new Color() },
      },
    });
    this.mesh = new Mesh(geometry, this.material);
    this.mesh.frustumCulled = false;
  }

  update(): void {
    this.spheres.needsUpdate = true;
    this.speeds.needsUpdate = true;
  }

  colourBySpeed(on: boolean): void {
    this.material.uniforms["bySpeed"]!.value = on ? 1 : 0;
  }

  paint(scale: readonly [number, number, number], highlight: number): void {
    const { slow, middle, fast, highlight: mark } = this.material.uniforms as Record<string, { value: Color }>;
    slow!.value.set(scale[0]);
    middle!.value.set(scale[1]);
    fast!.value.set(scale[2]);
    mark!.value.set(highlight);
  }

  /** Marks these particles and no others; -1 is none. */
  mark(first: number, second: number): void {
    this.marks.array.fill(0);
    if (first >= 0) this.marks.array[first] = 1;
    if (second >= 0) this.marks.array[second] = 1;
    this.marks.needsUpdate = true;
  }
}
