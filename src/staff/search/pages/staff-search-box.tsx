import { useEffect, useId, useRef } from 'react'
import { Form, useLocation } from 'react-router'
import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { LanguageInput } from '../../../ui/form/language-input.tsx'
import { SearchIcon } from '../../../ui/media/icons.tsx'

/** The one box of the console, on every page; `/` leads to it. */
export function StaffSearchBox() {
  const id = useId()
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
    <search aria-label={m.staff_search_title()} className="no-print mt-3 block">
      <Form role="presentation" action={paths.staffSearch} key={typed}>
        <LanguageInput />
        <label htmlFor={id} className="sr-only">
          {m.staff_search_label()}
        </label>
        <span className="relative block">
          <input
            ref={input}
            id={id}
            type="search"
            name="q"
            defaultValue={typed}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={120}
            aria-keyshortcuts="/"
            placeholder={m.staff_search_label()}
            enterKeyHint="search"
            className="min-h-11 w-full rounded-field border border-edge bg-card pr-12 pl-4 text-base placeholder:text-sm placeholder:text-soft hover:border-ink"
          />
          <button
            type="submit"
            aria-label={m.staff_search_title()}
            className="absolute inset-y-0 right-0 flex w-11 items-center justify-center"
          >
            <SearchIcon />
          </button>
        </span>
      </Form>
    </search>
  )
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null
  )
}
