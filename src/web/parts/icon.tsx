/** A mark beside words, which say what it means. Its lines are those of the page (index.html). */
export function Icon({ of }: { readonly of: string }) {
  return (
    <svg class="i" aria-hidden="true">
      <use href={`#${of}`} />
    </svg>
  );
}
