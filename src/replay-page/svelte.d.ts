/** What rrweb-player's types take from a package that it does not bring: it has the code itself. */
declare module "svelte" {
  export class SvelteComponent<Props, _Events, _Slots> {
    $set(props: Partial<Props>): void;
    $destroy(): void;
  }
}
