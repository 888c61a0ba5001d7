export const passwordRules = {
  minimumPasswordLength: 7,
  requireLowerCase: false,
  requireUpperCase: false,
  requireNumbers: true,
  minimumNumbers: 1,
  requireSpecialCharacters: false,
  minimumSpecialCharacters: 0,
}
