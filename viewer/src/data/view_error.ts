// SPDX-License-Identifier: Apache-2.0

/** What is wrong with a file, in words for the person who opened it. */
export class ViewError extends Error {}
