import { useId } from 'react'
import { m } from '../../../paraglide/messages.js'
import { LanguageInput } from '../../../ui/form/language-input.tsx'
import { SearchIcon } from '../../../ui/media/icons.tsx'

/** Searches the shop: GET /search.php with search_query (R805). */
export function ProductSearchForm({ className }: { className?: string }) {
  const id = useId()
  return (
    <search className={className} aria-label={m.site_search_label()}>
      <form role="presentation" action="/search.php">
        <LanguageInput />
        <label htmlFor={id} className="sr-only">
          {m.site_search_label()}
        </label>
        <span className="relative block">
          <input
            id={id}
            type="search"
            name="search_query"
            placeholder={m.site_search_label()}
            enterKeyHint="search"
            className="min-h-10 w-full rounded-pill border border-line bg-card pr-12 pl-4 text-base placeholder:text-sm placeholder:text-soft hover:border-edge"
          />
          <button
            type="submit"
            aria-label={m.site_search_submit()}
            className="absolute inset-y-0 right-0 flex w-11 items-center justify-center rounded-pill"
          >
            <SearchIcon />
          </button>
        </span>
      </form>
    </search>
  )
}
