import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import CheckoutError from '../../checkout/pages/checkout-error.tsx'
import { FormErrorNotice } from '../form/error-summary.tsx'
import { errorText, wholeErrorText, withErrorReference } from './page-errors.ts'

const failure = { code: 'refused_unexpected', status: 500, fields: {}, detail: { reference: '0A1B2C3D' } }
const number = 'If you write to us, mention the number 0A1B2C3D.'

test('the number of a failure follows its sentence (R937)', () => {
  expect(withErrorReference('It failed.', failure)).toBe(`It failed. ${number}`)
  expect(withErrorReference('Unknown Error', failure)).toBe(`Unknown Error. ${number}`)
  expect(withErrorReference('Unknown Error', { detail: {} })).toBe('Unknown Error')
})

test('an alert of one line says the sentence of its code, or the general one, with that number', () => {
  expect(errorText(failure)).toBe(`Something went wrong on our side. ${number}`)
  const gone = { ...failure, detail: { sentence: 'It is gone.' } }
  expect(errorText(gone)).toBe('It is gone.')
  expect(errorText({ detail: { ...gone.detail, body: 'Ask for a new one.' } })).toBe('Ask for a new one.')
  expect(wholeErrorText(gone)).toBe('It is gone.')
  expect(wholeErrorText({ ...gone, fields: { name: 'Name is required' } })).toBeNull()
})

test('alerts above forms show it', () => {
  const login = createElement(FormErrorNotice, { refused: { ...failure, code: 'refused_away' } })
  expect(renderToString(login)).toContain(number)
  const cart = { registry_id: '', registry_name: '', lines: [] }
  const Component = () => createElement(CheckoutError, { error: failure, cart, language: 'en' })
  const router = createMemoryRouter([{ path: '/', Component }])
  expect(renderToString(createElement(RouterProvider, { router }))).toContain(`Unknown Error. ${number}`)
})
