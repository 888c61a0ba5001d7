import { index, type RouteConfig, route } from '@react-router/dev/routes'

/** Every page of the site, one line each. */
export default [
  index('site/pages/home-page.tsx'),
  route('login', 'account/pages/login-page.tsx'),
  route('register', 'account/pages/register-page.tsx'),
  route('logout', 'account/pages/logout-page.tsx'),
] satisfies RouteConfig
