import { realpath, stat } from "node:fs/promises";
import { resolve, sep } from "node:path";
import { Refusal } from "./refusal.ts";

/**
 * The files that an agent may give to a page: inside the slot's uploads or downloads folder, links followed.
 *
 * @param paths absolute, or relative to the uploads folder
 * @returns their real paths
 * @throws Refusal `PATH_NOT_ALLOWED`, also for a file that doesn't exist: elsewhere that is nobody's business
 */
export async function allowedFiles(
  paths: readonly string[],
  folders: { readonly uploadsDirectory: string; readonly downloadsDirectory: string },
): Promise<string[]> {
  const roots = await Promise.all([folders.uploadsDirectory, folders.downloadsDirectory].map((each) => real(each)));
  return Promise.all(
    paths.map(async (path) => {
      const file = await real(resolve(folders.uploadsDirectory, path));
      const inside = file !== undefined && roots.some((root) => root !== undefined && file.startsWith(root + sep));
      if (!inside || !(await stat(file)).isFile()) {
        throw new Refusal(
          "PATH_NOT_ALLOWED",
          `paths: ${path} is not a file in the slot's uploads or downloads folder.`,
        );
      }
      return file;
    }),
  );
}

async function real(path: string): Promise<string | undefined> {
  return realpath(path).catch(() => undefined);
}
