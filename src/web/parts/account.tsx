/** An account with its name, where that is known. */
export function Account({ of, name }: { readonly of: string; readonly name?: string | undefined }) {
  return (
    <>
      <span class="acct">{of}</span> <span>{name}</span>
    </>
  );
}
