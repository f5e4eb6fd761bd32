// Runs named steps and prints one line of JSON for each, so that a test in Java can read what a client saw.

/** `print` receives the value of a step; a step that throws is printed with the error's name, code and message. */
export async function step(name, act) {
    try {
        console.log(JSON.stringify({step: name, ok: true, value: (await act()) ?? null}));
    } catch (error) {
        console.log(JSON.stringify({
            step: name, ok: false, error: error.name ?? 'Error', message: String(error.message),
            code: error.code ?? error.cause?.code ?? error.errorResponse?.error?.code ?? null
        }));
    }
}

/** A fetch that notes the headers and bodies of JSON-RPC requests, and adds the bearer token, if there is one. */
export function notingFetch(token, notes) {
    return async (url, init = {}) => {
        const headers = new Headers(init.headers);
        if (token) {
            headers.set('Authorization', `Bearer ${token}`);
        }
        const request = {
            method: init.method ?? 'GET', path: new URL(url).pathname,
            headers: Object.fromEntries(headers), body: init.body ?? null
        };
        const response = await fetch(url, {...init, headers});
        const note = {request, status: response.status, type: response.headers.get('content-type')};
        notes.push(note);
        if (process.env.A2A_WIRE) {
            const copy = response.clone();
            note.done = copy.text().then(text => console.error('WIRE', JSON.stringify(request), '\n  ->', response.status,
                JSON.stringify(Object.fromEntries(response.headers)), '\n  ->', text), () => {});
        }
        return response;
    };
}
