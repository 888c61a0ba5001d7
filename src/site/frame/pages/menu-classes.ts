/** The look of an entry of the header, large enough to be touched. */
export const navItemClasses =
  'inline-flex min-h-11 items-center gap-1 text-base font-medium whitespace-nowrap decoration-1 underline-offset-6 hover:underline aria-[current=page]:text-pomegranate'

/** The look of a panel under an entry, and of the entries in it. */
export const menuPanelClasses =
  'absolute top-full z-30 mt-1 min-w-56 animate-[rise_160ms_var(--ease-out)] rounded-tile border border-line bg-card p-2 shadow-[0_16px_50px_rgb(35_38_45/0.16)]'

export const menuItemClasses =
  'flex min-h-11 items-center rounded-field px-3 font-medium hover:bg-paper focus-visible:outline-offset-0'
