// The behaviour of the agents behind both servers, chosen by the first word of the message.

/** Waits until the task is cancelled, or until the process ends. */
export class CancelSignals {
    #waiting = new Map();
    #early = new Set();

    wait(taskId) {
        if (this.#early.delete(taskId)) {
            return Promise.resolve();
        }
        return new Promise(resolve => this.#waiting.set(taskId, resolve));
    }

    raise(taskId) {
        const resolve = this.#waiting.get(taskId);
        if (resolve) {
            this.#waiting.delete(taskId);
            resolve();
        } else {
            this.#early.add(taskId);
        }
    }
}

/**
 * Plays one message. `stage` has the acts of one SDK: message, task, status, artifact, each of which publishes one event.
 */
export async function play(text, stage, cancelled) {
    const word = text.trim().split(/\s+/, 1)[0];
    switch (word) {
        case 'message':
            stage.message(`you said: ${text}`);
            return;
        case 'ask':
            stage.task('submitted');
            stage.status('input-required', 'Which of the two?');
            return;
        case 'login':
            stage.task('submitted');
            stage.status('auth-required', 'Log in at the bank first.');
            return;
        case 'reject':
            stage.task('submitted');
            stage.status('rejected', 'I do not answer such things.');
            return;
        case 'fail':
            stage.task('submitted');
            stage.status('failed', 'The engine is out of order.');
            return;
        case 'throw':
            throw new Error('thrown by the agent');
        case 'wait':
            stage.task('submitted');
            stage.status('working', 'waiting');
            await cancelled;
            stage.status('canceled', 'stopped');
            return;
        default:
            stage.task('submitted');
            stage.status('working', 'thinking');
            stage.artifact('answer', `answer to: `, {append: false, last: false});
            stage.artifact('answer', text, {append: true, last: true});
            stage.artifactData('record', {votes: 3, decided: true});
            stage.status('completed');
    }
}
