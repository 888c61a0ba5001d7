import { useRef } from 'react'
import { Form } from 'react-router'
import { paths } from '../../../base/paths.ts'
import { type ProductSort, productSorts } from '../../../catalogue/search/contract.ts'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../ui/form/button.tsx'
import { Select, TextField } from '../../../ui/form/text-field.tsx'
import { Link } from '../../../ui/page/link.tsx'
import type { AddGiftsData } from './add-gifts-page.tsx'
import { PriceFilter } from './price-filter.tsx'
import { useAutoSubmitForm } from './use-auto-submit-form.ts'

const sortWords: Record<ProductSort, () => string> = {
  newest: m.gift_sort_newest,
  featured: m.gift_sort_featured,
  'best-selling': m.gift_sort_best,
  'brand-a-z': m.gift_sort_brand_up,
  'brand-z-a': m.gift_sort_brand_down,
  'price-up': m.gift_sort_price_up,
  'price-down': m.gift_sort_price_down,
}

type FiltersData = Pick<AddGiftsData, 'registry' | 'asked' | 'categories' | 'found' | 'language'>

/** Words, category, price range and order; all of it stands in the address (spec §2, §9). */
export function ProductFilters(props: FiltersData) {
  const { registry, asked, language } = props
  const form = useRef<HTMLFormElement>(null)
  const { version, ask, askSoon } = useAutoSubmitForm(form, asked)
  return (
    <Form
      ref={form}
      method="get"
      action={paths.addGifts(registry.id)}
      key={version}
      className="@container flex flex-col gap-5"
      onSubmit={event => {
        event.preventDefault()
        ask()
      }}
    >
      {language === 'el' && <input type="hidden" name="lang" value="el" />}
      <Fields {...props} ask={ask} askSoon={askSoon} />
    </Form>
  )
}

function Fields(props: FiltersData & { ask: () => void; askSoon: () => void }) {
  const { registry, asked, categories, found, language, ask, askSoon } = props
  const meta = found.done?.meta
  const isNarrowed = Object.keys(asked).some(name => name !== 'page' && name !== 'sort')
  return (
    <>
      <div className="flex items-end gap-2">
        <TextField
          label={m.gift_search_label()}
          name="search"
          type="search"
          autoComplete="off"
          maxLength={80}
          defaultValue={asked.search}
          onChange={askSoon}
          className="min-w-0 flex-1"
        />
        <Button type="submit" kind="outline" className="min-h-12">
          {m.gift_search_submit()}
        </Button>
      </div>
      <div className="grid grid-cols-2 items-start gap-x-3 gap-y-5 sm:gap-x-5 @min-[44rem]:grid-cols-[1.5fr_1.15fr_1fr_1fr]">
        <Select
          label={m.gift_category_label()}
          name="category"
          defaultValue={asked.category}
          empty={m.gift_category_all()}
          choices={treeChoices(categories, meta?.categories, asked.category)}
          onChange={ask}
        />
        <Select
          label={m.gift_sort_label()}
          name="sort"
          defaultValue={asked.sort ?? 'featured'}
          choices={productSorts.map(value => ({ value, label: sortWords[value]() }))}
          onChange={ask}
        />
        <PriceFilter
          asked={asked}
          least={meta?.price_min ?? null}
          most={meta?.price_max ?? null}
          wrong={found.refused?.fields ?? {}}
          language={language}
          onDone={ask}
        />
      </div>
      {isNarrowed && (
        <Link to={paths.addGifts(registry.id)} variant="weight" preventScrollReset className="self-start">
          {m.gift_search_clear()}
        </Link>
      )}
    </>
  )
}

type Counts = { entityId: number; count: number }[]

/** The tree as one list, children under their parents; each says how much it holds, and empty ones are left out. */
function treeChoices(
  categories: AddGiftsData['categories'],
  counts: Counts | undefined,
  chosen: string | undefined,
) {
  const held = new Map(counts?.map(({ entityId, count }) => [entityId, count]))
  const isShown = (id: number) => counts === undefined || held.has(id) || String(id) === chosen
  const below = (parent: number, depth: number): { value: string; label: string }[] =>
    categories
      .filter(({ entityId, parentEntityId }) => parentEntityId === parent && isShown(entityId))
      .flatMap(({ entityId, name }) => [
        {
          value: String(entityId),
          label: `${'\u2003'.repeat(depth)}${name}${counts ? ` (${held.get(entityId) ?? 0})` : ''}`,
        },
        ...below(entityId, depth + 1),
      ])
  return below(0, 0)
}
