// SPDX-License-Identifier: Apache-2.0
// The time shown: played, stepped, or set. Knows nothing of how it is drawn.

/** Slow motion begins this part of the window away from the moment of interest ... */
const SLOW_WITHIN = 0.12;
/** ... and goes down to this part of the speed there. */
const SLOWEST = 0.03;

export class Clock {
  time: number;
  speed = 1;
  playing = false;
  /** Slow down near the moment of interest? */
  slowMotion = true;
  private readonly listeners: (() => void)[] = [];
  private lastFrame: number | null = null;

  constructor(
    readonly start: number,
    readonly end: number,
    /** The moment of interest, where playing pauses once; null if there is none. */
    readonly moment: number | null,
    /** At speed 1 the whole window takes this many seconds. */
    private readonly secondsForAll = 5,
  ) {
    this.time = start;
  }

  get length(): number {
    return this.end - this.start;
  }

  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  set(time: number): void {
    this.time = Math.min(Math.max(time, this.start), this.end);
    this.changed();
  }

  play(playing: boolean): void {
    if (playing && this.time >= this.stop()) this.time = this.start;
    this.playing = playing;
    this.lastFrame = null;
    if (playing) requestAnimationFrame((now) => this.frame(now));
    this.changed();
  }

  /** Playing goes up to the moment of interest, and from there to the end. */
  private stop(): number {
    return this.moment !== null && this.time < this.moment ? this.moment : this.end;
  }

  private frame(now: number): void {
    if (!this.playing) return;
    const seconds = this.lastFrame === null ? 0 : Math.min((now - this.lastFrame) / 1000, 0.1);
    this.lastFrame = now;
    const stop = this.stop();
    this.time = Math.min(this.time + seconds * this.rate(), stop);
    if (this.time >= stop) this.playing = false;
    this.changed();
    if (this.playing) requestAnimationFrame((next) => this.frame(next));
  }

  /** Time units a second, now. */
  private rate(): number {
    const rate = (this.speed * this.length) / this.secondsForAll;
    if (!this.slowMotion || this.moment === null) return rate;
    const away = Math.abs(this.time - this.moment) / (SLOW_WITHIN * this.length);
    return rate * Math.min(1, Math.max(SLOWEST, away));
  }

  private changed(): void {
    for (const listener of this.listeners) listener();
  }
}
