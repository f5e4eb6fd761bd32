package dev.waggle.connect.a2a.protocol;

import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/** Scheme of authentication in an agent card. */
public sealed interface A2aSecurityScheme {

    /** Key in a header, a cookie or the query. */
    record ApiKey(String location, String name, @Nullable String description) implements A2aSecurityScheme {}

    /** Authentication of HTTP, such as a bearer token. */
    record HttpAuth(String scheme, @Nullable String bearerFormat, @Nullable String description)
            implements A2aSecurityScheme {}

    /** OAuth 2.0; flows are kept as they were written, since both versions name their fields alike. */
    record OAuth2(JsonValue.Obj flows, @Nullable String metadataUrl, @Nullable String description)
            implements A2aSecurityScheme {}

    /** OpenID Connect. */
    record OpenIdConnect(String url, @Nullable String description) implements A2aSecurityScheme {}

    /** Certificate of the client. */
    record MutualTls(@Nullable String description) implements A2aSecurityScheme {}

    /** Scheme that this reader does not know, as it was written. */
    record Unknown(JsonValue.Obj written) implements A2aSecurityScheme {}
}
