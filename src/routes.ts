import { index, type RouteConfig } from '@react-router/dev/routes'

/** Every page of the site, one line each. */
export default [index('site/pages/home-page.tsx')] satisfies RouteConfig
