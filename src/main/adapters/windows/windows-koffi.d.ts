/**
 * The part of `koffi` (3.3) that we use. The package is optional and would take its types along when it is absent.
 */
declare module "koffi" {
  interface Library {
    /**
     * @param definition a C prototype; `_Out_` in front of a pointer makes it an array of one that is filled in
     * @returns the function; integers come as numbers, those that a number can't hold as bigint
     * @throws Error when the library has no such function
     */
    func(definition: string): (...values: unknown[]) => unknown;
  }

  /** @throws Error when the system can't load the library */
  function load(path: string): Library;
  /** Makes the type of a callback known by its name, once in a process; a function is passed where it is expected. */
  function proto(definition: string): unknown;
}
