/** A path of the contract and the operations of its methods. */
interface Node<T> {
  readonly named: Map<string, Node<T>>;
  parameter: { readonly name: string; readonly node: Node<T> } | undefined;
  readonly methods: Map<string, T>;
}

export type Match<T> =
  | { readonly found: T; readonly params: Readonly<Record<string, string>> }
  | { readonly allowed: readonly string[] }
  | null;

/** Finds what a path leads to in as many steps as the path has segments, however many routes there are. */
export class Routes<T> {
  readonly #root: Node<T> = emptyNode();

  /** `path` as the contract writes it, with `{parameters}`. */
  add(method: string, path: string, target: T): void {
    let node = this.#root;
    for (const segment of segmentsOf(path)) {
      const name = /^\{(.+)\}$/.exec(segment)?.[1];
      node = name === undefined ? child(node, segment) : parameterChild(node, name);
    }
    node.methods.set(method.toUpperCase(), target);
  }

  /** The target and its decoded parameters; the methods that the path has where it lacks this one; null for an unknown path. */
  match(method: string, path: string): Match<T> {
    const values: [string, string][] = [];
    let node = this.#root;
    for (const segment of segmentsOf(path)) {
      const named = node.named.get(segment);
      if (named) node = named;
      else if (node.parameter && segment !== "") {
        const value = decoded(segment);
        if (value === null) return null;
        values.push([node.parameter.name, value]);
        node = node.parameter.node;
      } else return null;
    }
    const found = node.methods.get(method);
    if (found !== undefined) return { found, params: Object.fromEntries(values) };
    return node.methods.size === 0 ? null : { allowed: [...node.methods.keys()] };
  }
}

/** The parts between slashes; one slash at the end makes no difference. */
function segmentsOf(path: string): string[] {
  return (path.length > 1 && path.endsWith("/") ? path.slice(1, -1) : path.slice(1)).split("/");
}

function emptyNode<T>(): Node<T> {
  return { named: new Map(), parameter: undefined, methods: new Map() };
}

function child<T>(node: Node<T>, segment: string): Node<T> {
  const there = node.named.get(segment) ?? emptyNode<T>();
  node.named.set(segment, there);
  return there;
}

function parameterChild<T>(node: Node<T>, name: string): Node<T> {
  node.parameter ??= { name, node: emptyNode() };
  if (node.parameter.name !== name) throw new Error(`one place in a path is called ${name} and ${node.parameter.name}`);
  return node.parameter.node;
}

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
