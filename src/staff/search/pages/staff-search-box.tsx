import { useEffect, useRef } from 'react'
import { Form, useLocation } from 'react-router'
import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { LanguageInput } from '../../../ui/form/language-input.tsx'
import { SearchBox } from '../../../ui/form/search-box.tsx'

/** The one box of the console, on every page; `/` leads to it. */
export function StaffSearchBox() {
  const input = useRef<HTMLInputElement>(null)
  const { pathname, search } = useLocation()
  const typed = pathname === paths.staffSearch ? (new URLSearchParams(search).get('q') ?? '') : ''
  useEffect(() => {
    const focusBox = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
        return
      event.preventDefault()
      input.current?.select()
    }
    document.addEventListener('keydown', focusBox)
    return () => document.removeEventListener('keydown', focusBox)
  }, [])
  return (
    <search aria-label={m.staff_search_title()} className="block min-w-0 grow">
      <Form role="presentation" action={paths.staffSearch} key={typed}>
        <LanguageInput />
        <SearchBox
          ref={input}
          label={m.staff_search_label()}
          placeholder={m.staff_search_short_label()}
          submitLabel={m.staff_search_title()}
          name="q"
          defaultValue={typed}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={120}
          aria-keyshortcuts="/"
          small
        />
      </Form>
    </search>
  )
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null
  )
}
