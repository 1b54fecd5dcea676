/** Looks names up by their bytes, without a string for each unknown key. */
export class NameTable {
  readonly #byName: ReadonlyMap<string, string>;
  readonly #byLength: { readonly name: string; readonly bytes: Uint8Array }[][] = [];

  constructor(names: readonly string[]) {
    this.#byName = new Map(names.map((name) => [name, name]));
    for (const name of names) {
      const bytes = Buffer.from(name);
      const sameLength = this.#byLength[bytes.length] ?? [];
      sameLength.push({ name, bytes });
      this.#byLength[bytes.length] = sameLength;
    }
  }

  find(name: string): string | undefined {
    return this.#byName.get(name);
  }

  findBytes(bytes: Uint8Array, start: number, end: number): string | undefined {
    const candidates = this.#byLength[end - start];
    if (candidates === undefined) return undefined;
    for (const candidate of candidates) {
      let index = 0;
      while (index < candidate.bytes.length && bytes[start + index] === candidate.bytes[index]) index++;
      if (index === candidate.bytes.length) return candidate.name;
    }
    return undefined;
  }
}
