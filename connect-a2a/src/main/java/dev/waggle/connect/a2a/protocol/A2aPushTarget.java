package dev.waggle.connect.a2a.protocol;

import dev.waggle.signal.text.SecretSet;
import org.jspecify.annotations.Nullable;

/**
 * Address that an agent sends updates of a task to.
 *
 * @param id id of the configuration; the agent chooses one if it is absent
 * @param url address of the receiver
 * @param token secret of the client, which each update carries
 */
public record A2aPushTarget(@Nullable String id, String url, @Nullable String token,
        @Nullable Authentication authentication) {

    /** Scheme and credentials of the Authorization header; of several schemes of version 0.3 the first. */
    public record Authentication(String scheme, @Nullable String credentials) {

        /** Shows no secret. */
        @Override
        public String toString() {
            return scheme + (credentials == null ? "" : ' ' + SecretSet.MASK);
        }
    }

    /** Shows no secret. */
    @Override
    public String toString() {
        return "A2aPushTarget[id=" + id + ", url=" + url + ", token=" + (token == null ? null : SecretSet.MASK)
                + ", authentication=" + authentication + ']';
    }

    /** The same target with an id. */
    public A2aPushTarget withId(String chosen) {
        return new A2aPushTarget(chosen, url, token, authentication);
    }
}
