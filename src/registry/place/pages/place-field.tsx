import type { ComponentProps } from 'react'
import type { Language } from '../../../base/language.ts'
import { m } from '../../../paraglide/messages.js'
import { type Suggest, SuggestField } from '../../../ui/form/suggest-field.tsx'
import { useLanguage } from '../../../ui/page/site-data.ts'

/** The place of an event, with the places of Greece and Cyprus as suggestions (R238). */
export function PlaceField(props: Omit<ComponentProps<typeof SuggestField>, 'suggest' | 'listLabel'>) {
  const suggest = suggestIn[useLanguage()]
  return <SuggestField autoComplete="off" {...props} listLabel={m.registry_place_list()} suggest={suggest} />
}

const suggestIn: Record<Language, Suggest> = { en: suggester('en'), el: suggester('el') }

function suggester(lang: Language): Suggest {
  return async (typed, signal) => {
    try {
      const response = await fetch(`/api/places/suggest?${new URLSearchParams({ q: typed, lang })}`, {
        signal,
      })
      return response.ok ? (await response.json()).data : []
    } catch {
      // Without an answer the place is typed, as any other text.
      return []
    }
  }
}
