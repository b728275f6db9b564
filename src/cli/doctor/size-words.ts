/** Bytes as `4 KiB`, `12 MiB`, `3 GiB`, rounded down. */
export function sizeWords(bytes: number): string {
  if (bytes < 1024 ** 2) return `${Math.floor(bytes / 1024)} KiB`;
  if (bytes < 1024 ** 3) return `${Math.floor(bytes / 1024 ** 2)} MiB`;
  return `${Math.floor(bytes / 1024 ** 3)} GiB`;
}
