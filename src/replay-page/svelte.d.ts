/** The types of rrweb-player import svelte, which the package bundles but does not depend on. */
declare module "svelte" {
  export class SvelteComponent<Props, _Events, _Slots> {
    $set(props: Partial<Props>): void;
    $destroy(): void;
  }
}
