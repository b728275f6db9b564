/** One file out of a `multipart/form-data` body. */
export interface UploadedFile {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
}

/** @returns the first part that has a file name, or null when there is none */
export function readUploadedFile(contentType: string, body: Buffer): UploadedFile | null {
  const boundary = /boundary="?([^";]+)"?/.exec(contentType)?.[1];
  if (boundary === undefined) return null;
  const mark = Buffer.from(`--${boundary}`);
  let start = body.indexOf(mark);
  while (start !== -1) {
    const end = body.indexOf(mark, start + mark.length);
    if (end === -1) return null;
    const file = readPart(body.subarray(start + mark.length, end));
    if (file) return file;
    start = end;
  }
  return null;
}

/** A part is: line break, headers, an empty line, content, line break. */
function readPart(part: Buffer): UploadedFile | null {
  const split = part.indexOf("\r\n\r\n");
  if (split === -1) return null;
  const name = /filename="([^"]+)"/.exec(part.subarray(0, split).toString("utf8"))?.[1];
  if (name === undefined) return null;
  return { name, size: part.length - split - "\r\n\r\n".length - "\r\n".length };
}
