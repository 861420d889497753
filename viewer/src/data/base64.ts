// SPDX-License-Identifier: Apache-2.0
import { ViewError } from "./view_error";

export function bytesFromBase64(text: string, what: string): Uint8Array<ArrayBuffer> {
  let binary: string;
  try {
    binary = atob(text);
  } catch {
    throw new ViewError(`${what}: not base64`);
  }
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; ++i) bytes[i] = binary.charCodeAt(i);
  return bytes;
}
