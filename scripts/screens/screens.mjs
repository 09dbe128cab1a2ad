/**
 * The screens that there are pictures of: where each is, and what a person does there first.
 * `narrow`: on a telephone too.
 */
export const SCREENS = [
  { name: 'imports', path: () => '/', narrow: true },
  { name: 'new', path: () => '/new' },
  { name: 'import', path: ({ april }) => `/imports/${april}` },
  { name: 'failed-rows', path: ({ april }) => `/imports/${april}/failed`, narrow: true },
  { name: 'doubt', path: () => '/doubt' },
  { name: 'jobs', path: () => '/jobs' },
];
