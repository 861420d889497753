// SPDX-License-Identifier: Apache-2.0
// A value of a JSON document together with its path, so that a message can name what is wrong.
import { bytesFromBase64 } from "./base64";
import { ViewError } from "./view_error";

type ArrayKind = "float64" | "uint32";

export class Field {
  constructor(
    readonly value: unknown,
    readonly path: string,
  ) {}

  fail(expected: string): never {
    throw new ViewError(`${this.path}: expected ${expected}`);
  }

  get isThere(): boolean {
    return this.value !== undefined && this.value !== null;
  }

  at(name: string): Field {
    if (typeof this.value !== "object" || this.value === null || Array.isArray(this.value)) this.fail("an object");
    return new Field((this.value as Record<string, unknown>)[name], this.path ? `${this.path}.${name}` : name);
  }

  items(): Field[] {
    if (!Array.isArray(this.value)) this.fail("an array");
    return this.value.map((item, i) => new Field(item, `${this.path}[${i}]`));
  }

  string(): string {
    return typeof this.value === "string" ? this.value : this.fail("a string");
  }

  number(): number {
    return typeof this.value === "number" ? this.value : this.fail("a number");
  }

  numberOr(other: number): number {
    return this.isThere ? this.number() : other;
  }

  oneOf<T extends string>(choices: readonly T[]): T {
    const found = choices.find((choice) => choice === this.value);
    return found ?? this.fail(`one of ${choices.join(", ")}`);
  }

  /** Numbers, `length` of them if that is given: [1, 2, ...], or {"float64": "base64 of little-endian doubles"}. */
  doubles(length?: number): Float64Array {
    const result = Array.isArray(this.value) ? Float64Array.from(this.numbers()) : new Float64Array(this.packed("float64"));
    if (length !== undefined && result.length !== length) this.fail(`${length} numbers`);
    return result;
  }

  /** The same for indices, packed as {"uint32": "base64"}. */
  indices(): Uint32Array {
    return Array.isArray(this.value) ? Uint32Array.from(this.numbers()) : new Uint32Array(this.packed("uint32"));
  }

  private numbers(): number[] {
    const values = this.value as unknown[];
    return values.every((value) => typeof value === "number") ? values : this.fail("numbers only");
  }

  private packed(kind: ArrayKind): ArrayBuffer {
    const packed = this.at(kind);
    if (!packed.isThere) this.fail(`an array of numbers, or {"${kind}": base64}`);
    const bytes = bytesFromBase64(packed.string(), packed.path);
    if (bytes.length % (kind === "float64" ? 8 : 4) !== 0) packed.fail(`whole numbers of type ${kind}`);
    return bytes.buffer;
  }
}
