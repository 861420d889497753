// SPDX-License-Identifier: Apache-2.0
// Dark or light: as the system has it until the person says otherwise. Colours of things drawn on canvases are here,
// those of the page in page.css.

export interface Palette {
  background: number;
  grid: number;
  bodies: number[];
  contact: number;
  featureA: number;
  featureB: number;
  wall: number;
  /** From slow to fast. */
  speeds: readonly [number, number, number];
}

const DARK: Palette = {
  background: 0x12151b,
  grid: 0x2c333f,
  bodies: [0x5b9dff, 0xffa94d, 0x63d297, 0xd48bff, 0xf27f8f, 0x5fd3e0, 0xe6d25a, 0xa9b4c6],
  contact: 0xff4d6d,
  featureA: 0xd6e8ff,
  featureB: 0xffe8c9,
  wall: 0xaab4c5,
  speeds: [0x3b6fd8, 0x38c7a4, 0xffd84d],
};

const LIGHT: Palette = {
  background: 0xf4f6f9,
  grid: 0xc9d1dc,
  bodies: [0x2f74e0, 0xe07b18, 0x2a9d5c, 0x9146d8, 0xcf3f55, 0x1a97a8, 0xa8900f, 0x6b7688],
  contact: 0xd4083c,
  featureA: 0x06265e,
  featureB: 0x6b2f00,
  wall: 0x4c5665,
  speeds: [0x2455c4, 0x1fa98a, 0xf08c00],
};

export class Theme {
  private dark = !matchMedia("(prefers-color-scheme: light)").matches;
  private readonly listeners: ((palette: Palette) => void)[] = [];

  constructor() {
    this.apply();
  }

  get palette(): Palette {
    return this.dark ? DARK : LIGHT;
  }

  /** Calls the listener now and at each change. */
  onChange(listener: (palette: Palette) => void): void {
    this.listeners.push(listener);
    listener(this.palette);
  }

  toggle(): void {
    this.dark = !this.dark;
    this.apply();
  }

  private apply(): void {
    document.documentElement.dataset["theme"] = this.dark ? "dark" : "light";
    for (const listener of this.listeners) listener(this.palette);
  }
}

export const cssColour = (colour: number): string => `#${colour.toString(16).padStart(6, "0")}`;
