// Made from openapi/ by `npm run generate`: change the contract there, not this file.
export {};
