/** A path of the contract, and where it leads by its methods. */
interface Node<T> {
  readonly literals: Map<string, Node<T>>;
  parameter: Node<T> | undefined;
  readonly methods: Map<string, Route<T>>;
}

interface Route<T> {
  readonly target: T;
  /** The names of the path's parameters. */
  readonly parameterNames: readonly string[];
}

export type Match<T> =
  | { readonly found: T; readonly params: Readonly<Record<string, string>> }
  | { readonly allowed: readonly string[] }
  | null;

/** Finds what a path leads to segment by segment: the number of routes makes no difference. */
export class Routes<T> {
  readonly #root: Node<T> = emptyNode();

  /** `path` as the contract writes it, with `{parameters}`. */
  add(method: string, path: string, target: T): void {
    const names: string[] = [];
    let node = this.#root;
    for (const segment of splitPath(path)) {
      const name = /^\{(.+)\}$/.exec(segment)?.[1];
      if (name !== undefined) names.push(name);
      node = name === undefined ? literalChild(node, segment) : parameterChild(node);
    }
    node.methods.set(method.toUpperCase(), { target, parameterNames: names });
  }

  /**
   * The target and its decoded parameters; the methods that the path has where it lacks this one; null for an unknown path. What a path of the contract
   * names by a word comes before what it names by a parameter, which may have the same word as its value.
   */
  match(method: string, path: string): Match<T> {
    const ends = findMatchingNodes(this.#root, splitPath(path));
    for (const { node, values } of ends) {
      const found = node.methods.get(method);
      if (found === undefined) continue;
      const params = Object.fromEntries(found.parameterNames.map((name, place) => [name, values[place] as string]));
      return { found: found.target, params };
    }
    const allowed = new Set(ends.flatMap(({ node }) => [...node.methods.keys()]));
    return allowed.size === 0 ? null : { allowed: [...allowed] };
  }
}

interface MatchedNode<T> {
  readonly node: Node<T>;
  /** Of the parameters on the way there, decoded. */
  readonly values: readonly string[];
}

/** Where the segments lead from here: what they name first, then what they are values of. */
function findMatchingNodes<T>(
  node: Node<T>,
  segments: readonly string[],
  place = 0,
  values: readonly string[] = [],
): MatchedNode<T>[] {
  const segment = segments[place];
  if (segment === undefined) return [{ node, values }];
  const named = node.literals.get(segment);
  const ends = named ? findMatchingNodes(named, segments, place + 1, values) : [];
  const value = node.parameter && segment !== "" ? decodeSegment(segment) : null;
  if (!node.parameter || value === null) return ends;
  return [...ends, ...findMatchingNodes(node.parameter, segments, place + 1, [...values, value])];
}

/** The parts between slashes; one slash at the end makes no difference. */
function splitPath(path: string): string[] {
  return (path.length > 1 && path.endsWith("/") ? path.slice(1, -1) : path.slice(1)).split("/");
}

function emptyNode<T>(): Node<T> {
  return { literals: new Map(), parameter: undefined, methods: new Map() };
}

function literalChild<T>(node: Node<T>, segment: string): Node<T> {
  const there = node.literals.get(segment) ?? emptyNode<T>();
  node.literals.set(segment, there);
  return there;
}

function parameterChild<T>(node: Node<T>): Node<T> {
  node.parameter ??= emptyNode();
  return node.parameter;
}

function decodeSegment(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
