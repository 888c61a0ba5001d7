declare module 'virtual:react-router/server-build' {
  const build: import('react-router').ServerBuild
  export = build
}

declare module 'virtual:common-passwords' {
  /** One password a line. */
  const passwords: string
  export default passwords
}
