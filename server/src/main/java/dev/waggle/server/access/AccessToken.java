package dev.waggle.server.access;

import java.time.Instant;

/**
 * Stored token. Its secret is not part of it.
 *
 * @param id its public part, by which its hash is found
 * @param hash the hash of its secret
 * @param created the time of its creation
 * @param grant its rights and limits
 */
public record AccessToken(String id, SecretHash hash, Instant created, TokenGrant grant) {

    static final String ID = "[0-9a-f]{12}";

    public AccessToken {
        if (!id.matches(ID)) {
            throw new IllegalArgumentException("the id of a token must be 12 hexadecimal digits");
        }
    }

    /** Its name. */
    public String name() {
        return grant.name();
    }
}
