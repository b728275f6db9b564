/** Looked up by the language and by Node itself (await, JSON, inspection), not by a program that uses Electron. */
const askedByTheLanguage = new Set(["then", "toJSON", "constructor", "inspect", "nodeType", "asymmetricMatch"]);

/** Makes touching a member that the stand-in lacks an error that says so, instead of `undefined`. */
export function closedSurface<Target extends object>(name: string, target: Target): Target {
  const surface: Target = new Proxy(target, {
    get(_, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value === "function") {
        // Called on the target, because private members are out of a proxy's reach.
        return (...args: unknown[]) => {
          const result: unknown = Reflect.apply(value, target, args);
          return result === target ? surface : result;
        };
      }
      if (value === undefined && isForeign(target, key)) throw notThere(name, key);
      return value;
    },
  });
  return surface;
}

/** The same for a class: for its static members and for each instance. */
export function closedClass<Class extends new (...args: never[]) => object>(name: string, original: Class): Class {
  return new Proxy(original, {
    construct(target, args, newTarget) {
      return closedSurface(name, Reflect.construct(target, args, newTarget));
    },
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (value === undefined && isForeign(target, key)) throw notThere(name, key);
      return value;
    },
  });
}

export function notThere(name: string, member: string): Error {
  return new Error(`not in the stand-in: ${name}.${member}`);
}

function isForeign(target: object, key: string | symbol): key is string {
  return typeof key === "string" && !(key in target) && !askedByTheLanguage.has(key);
}
