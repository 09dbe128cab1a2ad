import type { RunWords } from './facts.ts';

const AGAIN = 'The next run tries again. If it keeps happening, ask whoever runs the server.';
const ASK = 'Ask whoever runs the server.';
const URL = 'Check fetch.url in the job.';
const HEADERS = 'Check fetch.headers in the job.';
const PATH = 'Check the path in the job, and what the user may do there.';
const ADDRESS = 'Check the address in the job, and the network.';

/** Why a run did not fetch its files, or did not take one of them; on the second line what to do. */
export default {
  'run/abandoned': () => 'bilag stopped before the run was finished.\nThe next run fetches what is left.',
  'run/absent': (f) => `${f('at')} has no such file (status ${f('status')}).\n${URL}`,
  'run/certificate': (f) => `The certificate of ${f('at')} can’t be trusted: “${f('said')}”\n${ASK}`,
  'run/compressed': (f) => `${f('at')} sends the file compressed (${f('encoding')}).\n${ASK}`,
  'run/credentials': () => 'fetch.sftp has neither a password nor a private key.\nAdd one of them to the job.',
  'run/denied': (f) => `${f('at')} does not give bilag the file (status ${f('status')}).\n${HEADERS}`,
  'run/garbled': (f) => `The reply of ${f('at')} can’t be used.${f('said') && ` “${f('said')}”`}\n${AGAIN}`,
  'run/header-wrong': (f) => `fetch.headers.${f('header')} can’t be sent.\n${HEADERS}`,
  'run/host-key': (f) =>
    `${f('at')} shows the key ${f('key')}. Nothing was sent.\nIf it matches the fingerprint you have from whoever runs the server, add it to the job: hostKey: "${f('fingerprint')}"`,
  'run/host-key-other': (f) =>
    `${f('at')} shows the key ${f('key')} instead of ${f('expected')}. Nothing was sent.\nAsk whoever runs the server whether the key was changed before you correct hostKey in the job.`,
  'run/host-unknown': (f) => `${f('at')} was not found.\n${ADDRESS}`,
  'run/interrupted': (f) => `${f('at')} broke the connection.\n${AGAIN}`,
  'run/length-unknown': (f) => `${f('at')} does not say how long the file is.\n${ASK}`,
  'run/name-wrong': () => 'The file has a name that can’t be used.\nRename it on the server.',
  'run/no-file': (f) => `${f('path') || 'This'} is not a file.\nName the file itself, or a pattern such as *.csv.`,
  'run/not-listed': (f) => `${f('path')} can’t be read on the server: “${f('said')}”\n${PATH}`,
  'run/not-moved': (f) => `It was received, but can’t be moved or deleted on the server: “${f('said')}”\n${PATH}`,
  'run/not-sftp': (f) => `${f('at')} does not answer as an SFTP server: “${f('said')}”\n${ADDRESS}`,
  'run/path-absent': (f) => `${f('path')} does not exist.\n${PATH}`,
  'run/private': (f) =>
    `${f('at')} is in a private network or on this machine.\nIf that is meant, allow it in the job (allowPrivate: true).`,
  'run/private-key': (f) => `The private key can’t be used: “${f('said')}”\nCheck it in the job.`,
  'run/redirected': (f) => `${f('at')} redirects without end.\n${URL}`,
  'run/refused': (f) => `${f('at')} refuses the connection.\n${ADDRESS}`,
  'run/signed-out': (f) => `${f('at')} rejects the user ${f('user')}.\nCheck the password or the key in the job.`,
  'run/silent': (f) => `${f('at')} does not answer.\n${AGAIN}`,
  'run/slow': (f) => `${f('at')} took too long.\n${AGAIN}`,
  'run/status': (f) => `${f('at')} answered with status ${f('status')} instead of the file.\n${URL}`,
  'run/stopped': () => 'The run was stopped.\nThe next run continues.',
  'run/system': (f) => `The files can’t be fetched: “${f('said')}”\nAn administrator has to correct that.`,
  'run/too-often': (f) => `${f('at')} is asked too often.\nRun the job less often.`,
  'run/troubled': (f) => `${f('at')} has an error (status ${f('status')}).\n${AGAIN}`,
  'run/unencrypted': (f) => `The connection to ${f('at')} would not be encrypted.\nUse https://.`,
  'run/unmatched': (f) =>
    `${f('path')} does not match file.match in the job (${f('match')}).\nAdd a pattern that fits.`,
  'run/unreachable': (f) => `${f('at')} can’t be reached (${f('said')}).\n${ADDRESS}`,
  'run/unreadable': (f) => `${f('path') || 'The file'} can’t be read: “${f('said')}”\n${PATH}`,
  'run/url-wrong': (f) => `fetch.url (${f('url')}) is not a web address that can be used.\n${URL}`,
  'run/variables': (f) =>
    `The job needs variables that are not set: ${f('variables')}.\nAn administrator has to set them and restart bilag.`,
  'run/web-page': () => `The server sent a web page instead of a file.\n${HEADERS}`,
} satisfies RunWords;
