import { m } from '../../../paraglide/messages.js'
import { LanguageInput } from '../../../ui/form/language-input.tsx'
import { SearchBox } from '../../../ui/form/search-box.tsx'

/** Searches the shop: GET /search.php with search_query (R805). */
export function ProductSearchForm({ className }: { className?: string }) {
  return (
    <search className={className} aria-label={m.site_search_label()}>
      <form role="presentation" action="/search.php">
        <LanguageInput />
        <SearchBox
          label={m.site_search_label()}
          submitLabel={m.site_search_submit()}
          name="search_query"
          small
        />
      </form>
    </search>
  )
}
