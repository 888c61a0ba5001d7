import { useLocation } from 'react-router'
import { useSiteData } from '../page/site-data.ts'

/** What had been typed into that field when the session ended; '' for an empty field or box, undefined without a draft. */
export function useFormDraftValue(field: string): string | undefined {
  const draft = useSiteData()?.formDraft
  const { pathname } = useLocation()
  if (!draft || draft.path !== pathname.replace(/(.)\/$/, '$1')) return undefined
  return draft.values[field] ?? ''
}
