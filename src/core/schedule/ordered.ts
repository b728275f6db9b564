/**
 * A sorted set that also knows ranks: adding, deleting, the n-th element and an element's rank take time in proportion
 * to log n. A treap: sorted by `before`, and a heap by a priority that is mixed from the order of adding, so that the
 * same adds make the same tree.
 */
export class Ordered<Value> {
  readonly #before: (one: Value, other: Value) => boolean;
  #root: Node<Value> | null = null;
  #added = 0;

  /** @param before a strict total order: of two different values one comes before the other */
  constructor(before: (one: Value, other: Value) => boolean) {
    this.#before = before;
  }

  get size(): number {
    return sizeOf(this.#root);
  }

  get first(): Value | undefined {
    return this.at(0);
  }

  /** Adding what is there already changes nothing. */
  add(value: Value): void {
    if (this.has(value)) return;
    this.#added += 1;
    const [left, right] = this.#split(this.#root, value);
    const node = { value, priority: mixed(this.#added), left: null, right: null, size: 1 };
    this.#root = merge(merge(left, node), right);
  }

  /** Deleting what is not there changes nothing. */
  delete(value: Value): void {
    this.#root = this.#without(this.#root, value);
  }

  has(value: Value): boolean {
    return this.at(this.rank(value)) === value;
  }

  /** How many come before it, whether or not it is there. */
  rank(value: Value): number {
    let rank = 0;
    for (let node = this.#root; node; ) {
      if (this.#before(node.value, value)) {
        rank += sizeOf(node.left) + 1;
        node = node.right;
      } else node = node.left;
    }
    return rank;
  }

  /** @param rank counted from 0 */
  at(rank: number): Value | undefined {
    let left = rank;
    for (let node = this.#root; node; ) {
      const before = sizeOf(node.left);
      if (left === before) return node.value;
      if (left < before) node = node.left;
      else {
        left -= before + 1;
        node = node.right;
      }
    }
    return undefined;
  }

  /** In order; each step takes time in proportion to log n, and the set may change in between. */
  *[Symbol.iterator](): Generator<Value> {
    for (let rank = 0; rank < this.size; rank += 1) {
      const value = this.at(rank);
      if (value !== undefined) yield value;
    }
  }

  #split(node: Node<Value> | null, at: Value): [Node<Value> | null, Node<Value> | null] {
    if (!node) return [null, null];
    if (this.#before(node.value, at)) {
      const [left, right] = this.#split(node.right, at);
      node.right = left;
      return [resized(node), right];
    }
    const [left, right] = this.#split(node.left, at);
    node.left = right;
    return [left, resized(node)];
  }

  #without(node: Node<Value> | null, value: Value): Node<Value> | null {
    if (!node) return null;
    if (this.#before(value, node.value)) node.left = this.#without(node.left, value);
    else if (this.#before(node.value, value)) node.right = this.#without(node.right, value);
    else return merge(node.left, node.right);
    return resized(node);
  }
}

interface Node<Value> {
  readonly value: Value;
  readonly priority: number;
  left: Node<Value> | null;
  right: Node<Value> | null;
  size: number;
}

function merge<Value>(left: Node<Value> | null, right: Node<Value> | null): Node<Value> | null {
  if (!left) return right;
  if (!right) return left;
  if (left.priority > right.priority) {
    left.right = merge(left.right, right);
    return resized(left);
  }
  right.left = merge(left, right.left);
  return resized(right);
}

function sizeOf(node: Node<unknown> | null): number {
  return node?.size ?? 0;
}

function resized<Value>(node: Node<Value>): Node<Value> {
  node.size = sizeOf(node.left) + sizeOf(node.right) + 1;
  return node;
}

/** Spreads neighbouring numbers over all 32 bits (the finaliser of MurmurHash3): no random source is needed. */
function mixed(number: number): number {
  let bits = Math.imul(number ^ (number >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
