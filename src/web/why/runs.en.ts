import type { RunWords } from './facts.ts';

const AGAIN = 'The next run tries again. If it keeps happening, ask whoever runs the server.';
const TLS = 'Use https://. In a private network, the job can allow http (allowPrivate).';
const PATH = 'Check the path in the job, and what the user may do there.';
const FILE = 'Check the path in the job. A pattern (*.csv) may match nothing, a single file has to be there.';

/** Why a run did not fetch its files, or did not take one of them; on the second line what to do. */
export default {
  'run/abandoned': () => 'bilag stopped before the run was finished.\nThe next run fetches what is left.',
  'run/absent': (f) => `${f('at')} has no such file (status ${f('status')}).\nCheck fetch.url in the job.`,
  'run/certificate': (f) =>
    `The certificate of ${f('at')} can’t be trusted: “${f('said')}”\nAsk whoever runs the server.`,
  'run/compressed': (f) =>
    `${f('at')} compresses the file in a way that was not asked for (${f('encoding')}).\nAsk whoever runs the server to send it as it is.`,
  'run/credentials': () => 'fetch.sftp has neither a password nor a private key.\nAdd one of them to the job.',
  'run/denied': (f) =>
    `${f('at')} does not give bilag the file (status ${f('status')}).\nCheck fetch.headers in the job, and whether the token has expired.`,
  'run/garbled': (f) => `The reply of ${f('at')} can’t be used.${f('said') && ` “${f('said')}”`}\n${AGAIN}`,
  'run/header-wrong': (f) => `fetch.headers.${f('header')} can’t be sent.\nCorrect it in the job, or remove it.`,
  'run/host-key': (f) =>
    `${f('at')} shows the key ${f('key')}, and the job does not say which key is right. Nothing was sent.\nCompare it with the fingerprint you have from whoever runs the server. If they are the same, add it to the job: hostKey: "${f('fingerprint')}"`,
  'run/host-key-other': (f) =>
    `${f('at')} shows the key ${f('key')}; the job expects ${f('expected')}. It may be another server. Nothing was sent.\nAsk whoever runs the server whether the key was changed. Only then correct hostKey in the job.`,
  'run/host-unknown': (f) => `The server ${f('at')} was not found.\nCheck the address in the job, and the network.`,
  'run/interrupted': (f) => `${f('at')} broke the connection.\n${AGAIN}`,
  'run/length-unknown': (f) =>
    `${f('at')} does not say how long the file is, so bilag could not see if it were cut off.\nAsk whoever runs the server to send Content-Length.`,
  'run/name-wrong': () => 'The file has a name that can’t be used.\nRename it on the server.',
  'run/no-file': (f) =>
    `${f('path') || 'This'} is a folder or a link, not a file.\nName the file itself, or a pattern such as *.csv.`,
  'run/not-listed': (f) => `${f('path')} can’t be read on the server: “${f('said')}”\n${PATH}`,
  'run/not-moved': (f) =>
    `It was received, but can’t be moved or deleted on the server: “${f('said')}”\nCheck fetch.sftp.after in the job, and what the user may do there.`,
  'run/not-sftp': (f) =>
    `${f('at')} does not answer as an SFTP server: “${f('said')}”\nCheck host and port in the job.`,
  'run/path-absent': (f) => `${f('path')} does not exist.\n${FILE}`,
  'run/private': (f) =>
    `${f('at')} is in a private network or on this machine.\nIf that is meant, allow it in the job (allowPrivate: true).`,
  'run/private-key': (f) =>
    `The private key can’t be used: “${f('said')}”\nCheck fetch.sftp.privateKey and passphrase in the job.`,
  'run/redirected': (f) => `${f('at')} redirects without end.\nCheck fetch.url in the job.`,
  'run/refused': (f) => `${f('at')} refuses the connection.\nCheck address and port in the job.`,
  'run/signed-out': (f) => `${f('at')} rejects the user ${f('user')}.\nCheck user and password or key in the job.`,
  'run/silent': (f) => `${f('at')} does not answer.\n${AGAIN}`,
  'run/slow': (f) => `${f('at')} took too long.\n${AGAIN}`,
  'run/status': (f) =>
    `${f('at')} answered with status ${f('status')} instead of the file.\nCheck fetch.url in the job.`,
  'run/stopped': () => 'The run was stopped.\nThe next run continues.',
  'run/system': (f) => `The files can’t be fetched: “${f('said')}”\nAn administrator has to correct that.`,
  'run/too-often': (f) => `${f('at')} is asked too often (status ${f('status')}).\nRun the job less often.`,
  'run/troubled': (f) => `${f('at')} has an error (status ${f('status')}).\n${AGAIN}`,
  'run/unencrypted': (f) => `The connection to ${f('at')} would not be encrypted.\n${TLS}`,
  'run/unmatched': (f) =>
    `${f('path')} does not match file.match in the job (${f('match')}).\nAdd a pattern that fits.`,
  'run/unreachable': (f) => `${f('at')} can’t be reached (${f('said')}).\nCheck the network and the firewall.`,
  'run/unreadable': (f) => `${f('path') || 'The file'} can’t be read: “${f('said')}”\n${PATH}`,
  'run/url-wrong': (f) =>
    `fetch.url (${f('url')}) is not a web address that can be used.\nCheck its variables. User and password belong in fetch.headers.`,
  'run/variables': (f) =>
    `The job needs variables that are not set: ${f('variables')}.\nAn administrator has to set them and restart bilag.`,
  'run/web-page': () =>
    'The server sent a web page instead of a file.\nOpen fetch.url in a browser; check fetch.headers, and whether the token has expired.',
} satisfies RunWords;
