// SPDX-License-Identifier: Apache-2.0
// Where the data comes from: written into the page by graze, or opened by hand. Never from the network.
import { bytesFromBase64 } from "./base64";
import { ViewError } from "./view_error";

export interface DataFile {
  name: string;
  bytes: Uint8Array;
}

/** A tab that reads more than this would freeze or die. */
const LARGEST_FILE = 512 * 1024 * 1024;

/** What graze wrote into the page; null if this is the bare page. */
export function embeddedFile(): DataFile | null {
  const element = document.getElementById("graze-data");
  if (!element) return null;
  const name = element.dataset["name"] ?? "data";
  const text = element.textContent ?? "";
  const bytes = element.dataset["encoding"] === "base64" ? bytesFromBase64(text, name) : new TextEncoder().encode(text);
  element.remove();
  return { name, bytes };
}

export async function openedFile(file: File): Promise<DataFile> {
  if (file.size > LARGEST_FILE) {
    const size = (file.size / 1048576).toFixed(0);
    throw new ViewError(`${file.name} has ${size} MB; a browser tab takes at most ${LARGEST_FILE / 1048576} MB.`);
  }
  return { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
}
