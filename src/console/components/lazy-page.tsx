import type { ComponentType } from "preact";
import { useState } from "preact/hooks";
import { useResource } from "../api/use-resource.ts";
import { Loading, Message } from "./message.tsx";

type Load = () => Promise<{ readonly default: ComponentType }>;

export function lazyPage(load: Load): ComponentType {
  let loaded: ComponentType | undefined;
  return function LazyPage() {
    const [known] = useState(() => loaded);
    const { data, error } = useResource(async () => {
      loaded = known ?? (await load()).default;
      return { Page: loaded };
    }, []);
    const Page = known ?? data?.Page;
    if (Page) return <Page />;
    if (error) return <Message onRetry={() => location.reload()}>This page could not be loaded.</Message>;
    return <Loading />;
  };
}
