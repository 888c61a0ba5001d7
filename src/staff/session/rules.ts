/** For how long a browser stays known after one of the staff has signed in there (R1240). */
export const knownBrowserDays = 400
