import type { RefAttributes } from 'react'
import { type FormProps, Form as RouterForm, useFormAction, useLocation } from 'react-router'
import { withLanguage } from '../../base/paths.ts'
import { useLanguage } from '../page/site-data.ts'
import { isSentAlready } from './submission.ts'

/** The router's form, sent in the page's language, whatever the cookie has become in another tab (R801). */
export function Form({ action, children, onSubmit, ...props }: FormProps & RefAttributes<HTMLFormElement>) {
  const language = useLanguage()
  const { pathname, search } = useLocation()
  const address = withLanguage(useFormAction(action), language)
  const isGet = (props.method ?? 'get') === 'get'
  // The router replaces the entry of the page that a form answers on, but takes a language in the address for another page.
  const isSamePage = !isGet && address === withLanguage(pathname + search, language)
  return (
    <RouterForm
      action={address}
      onSubmit={event => (!isGet && isSentAlready(event) ? event.preventDefault() : onSubmit?.(event))}
      {...(isSamePage && { replace: true })}
      {...props}
    >
      {isGet && <LanguageInput />}
      {children}
    </RouterForm>
  )
}

/**
 * Sends the page's language with a form of `method="get"`, whose fields take the place of its address's query (R801).
 */
export const LanguageInput = () => <input type="hidden" name="lang" value={useLanguage()} />
