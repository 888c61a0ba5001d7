import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, UNSAFE_ErrorResponseImpl as RouteError, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { ErrorScreen } from './pages/error-screen.tsx'

function renderError(status: number, code: string, detail: object): string {
  const error = new RouteError(status, '', { code, status, fields: {}, detail })
  const router = createMemoryRouter([
    { id: 'root', path: '/', element: createElement(ErrorScreen, { error }) },
  ])
  return renderToString(createElement(RouterProvider, { router }))
}

test('what the shop refused is shown with the number of its log line (R937)', () => {
  const html = renderError(502, 'refused_by_shop', { reference: '0A1B2C3D' })
  expect(html).toContain('mention the number 0A1B2C3D')
  expect(renderError(403, 'refused_origin', {})).not.toContain('mention the number')
})
