package dev.waggle.connect.a2a.codec;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.waggle.connect.a2a.protocol.A2aSecurity;
import dev.waggle.connect.a2a.protocol.A2aSecurityScheme;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/** Codec of the security of agent cards. It reads both forms wherever they stand, since cards of one agent mix them. */
final class SecurityCodec {

    private static final String API_KEY = "apiKeySecurityScheme";
    private static final String HTTP = "httpAuthSecurityScheme";
    private static final String OAUTH = "oauth2SecurityScheme";
    private static final String OPEN_ID = "openIdConnectSecurityScheme";
    private static final String MUTUAL_TLS = "mtlsSecurityScheme";

    private SecurityCodec() {}

    static A2aSecurity read(JsonObjectReader in) {
        Map<String, A2aSecurityScheme> schemes = new LinkedHashMap<>();
        JsonObjectReader written = in.optionalObject("securitySchemes");
        if (written != null) {
            for (String name : written.names()) {
                schemes.put(name, scheme(written.object(name), WireTree.object(written, name)));
            }
        }
        List<Map<String, List<String>>> requirements = new ArrayList<>();
        for (JsonObjectReader requirement : in.optionalObjects("securityRequirements")) {
            JsonObjectReader names = requirement.optionalObject("schemes");
            requirements.add(names == null ? Map.of() : scopes(names, true));
        }
        if (requirements.isEmpty()) {
            in.optionalObjects("security").forEach(requirement -> requirements.add(scopes(requirement, false)));
        }
        return new A2aSecurity(schemes, requirements);
    }

    private static Map<String, List<String>> scopes(JsonObjectReader in, boolean isWrapped) {
        Map<String, List<String>> scopes = new LinkedHashMap<>();
        for (String name : in.names()) {
            scopes.put(name, isWrapped ? in.object(name).optionalTexts("list") : in.texts(name));
        }
        return scopes;
    }

    private static A2aSecurityScheme scheme(JsonObjectReader in, JsonValue.Obj written) {
        String type = in.optionalText("type");
        if (type != null) {
            return switch (type) {
                case "apiKey" -> new A2aSecurityScheme.ApiKey(in.text("in"), in.text("name"), description(in));
                case "http" -> http(in);
                case "oauth2" -> oauth(in);
                case "openIdConnect" -> openId(in);
                case "mutualTLS" -> new A2aSecurityScheme.MutualTls(description(in));
                default -> new A2aSecurityScheme.Unknown(written);
            };
        }
        if (in.has(API_KEY)) {
            JsonObjectReader inner = in.object(API_KEY);
            return new A2aSecurityScheme.ApiKey(inner.text("location"), inner.text("name"), description(inner));
        }
        if (in.has(HTTP)) {
            return http(in.object(HTTP));
        }
        if (in.has(OAUTH)) {
            return oauth(in.object(OAUTH));
        }
        if (in.has(OPEN_ID)) {
            return openId(in.object(OPEN_ID));
        }
        return in.has(MUTUAL_TLS) ? new A2aSecurityScheme.MutualTls(description(in.object(MUTUAL_TLS)))
                : new A2aSecurityScheme.Unknown(written);
    }

    private static A2aSecurityScheme http(JsonObjectReader in) {
        return new A2aSecurityScheme.HttpAuth(in.text("scheme"), WireTree.optionalText(in, "bearerFormat"),
                description(in));
    }

    private static A2aSecurityScheme oauth(JsonObjectReader in) {
        return new A2aSecurityScheme.OAuth2(WireTree.object(in, "flows"),
                WireTree.optionalText(in, "oauth2MetadataUrl"), description(in));
    }

    private static A2aSecurityScheme openId(JsonObjectReader in) {
        return new A2aSecurityScheme.OpenIdConnect(in.text("openIdConnectUrl"), description(in));
    }

    private static @Nullable String description(JsonObjectReader in) {
        return WireTree.optionalText(in, "description");
    }

    /** Adds the security in the form of version 1.0. */
    static void current(JsonObjectBuilder to, A2aSecurity security) {
        JsonObjectBuilder schemes = new JsonObjectBuilder();
        security.schemes().forEach((name, scheme) -> schemes.with(name, current(scheme)));
        WireTree.add(to, "securitySchemes", schemes.json());
        if (!security.requirements().isEmpty()) {
            to.with("securityRequirements", security.requirements().stream().map(requirement -> {
                JsonObjectBuilder names = new JsonObjectBuilder();
                requirement.forEach((name, scopes) -> names.with(name,
                        new JsonObjectBuilder().withTexts("list", scopes).json()));
                return new JsonObjectBuilder().with("schemes", names.json()).json();
            }).toList());
        }
    }

    private static JsonValue current(A2aSecurityScheme scheme) {
        JsonObjectBuilder to = new JsonObjectBuilder();
        return switch (scheme) {
            case A2aSecurityScheme.ApiKey key -> to.with(API_KEY, fields(scheme, "location", key.location())).json();
            case A2aSecurityScheme.HttpAuth ignored -> to.with(HTTP, fields(scheme, "", "")).json();
            case A2aSecurityScheme.OAuth2 ignored -> to.with(OAUTH, fields(scheme, "", "")).json();
            case A2aSecurityScheme.OpenIdConnect ignored -> to.with(OPEN_ID, fields(scheme, "", "")).json();
            case A2aSecurityScheme.MutualTls ignored -> to.with(MUTUAL_TLS, fields(scheme, "", "")).json();
            case A2aSecurityScheme.Unknown unknown -> unknown.written();
        };
    }

    /** Adds the security in the form of version 0.3. */
    static void legacy(JsonObjectBuilder to, A2aSecurity security) {
        JsonObjectBuilder schemes = new JsonObjectBuilder();
        security.schemes().forEach((name, scheme) -> schemes.with(name, legacy(scheme)));
        WireTree.add(to, "securitySchemes", schemes.json());
        if (!security.requirements().isEmpty()) {
            to.with("security", security.requirements().stream().map(requirement -> {
                JsonObjectBuilder names = new JsonObjectBuilder();
                requirement.forEach(names::withTexts);
                return names.json();
            }).toList());
        }
    }

    private static JsonValue legacy(A2aSecurityScheme scheme) {
        return switch (scheme) {
            case A2aSecurityScheme.ApiKey key -> new JsonObjectBuilder().with("type", "apiKey")
                    .withAll(fields(scheme, "in", key.location())).json();
            case A2aSecurityScheme.HttpAuth ignored -> fields(scheme, "type", "http");
            case A2aSecurityScheme.OAuth2 ignored -> fields(scheme, "type", "oauth2");
            case A2aSecurityScheme.OpenIdConnect ignored -> fields(scheme, "type", "openIdConnect");
            case A2aSecurityScheme.MutualTls ignored -> fields(scheme, "type", "mutualTLS");
            case A2aSecurityScheme.Unknown unknown -> unknown.written();
        };
    }

    /** Fields that both forms name alike, after one that only one form has; its name is empty if there is none. */
    private static JsonValue.Obj fields(A2aSecurityScheme scheme, String name, String value) {
        JsonObjectBuilder to = new JsonObjectBuilder();
        if (!name.isEmpty()) {
            to.with(name, value);
        }
        switch (scheme) {
            case A2aSecurityScheme.ApiKey key ->
                to.with("name", key.name()).withPresent("description", key.description());
            case A2aSecurityScheme.HttpAuth http -> to.with("scheme", http.scheme())
                    .withPresent("bearerFormat", http.bearerFormat()).withPresent("description", http.description());
            case A2aSecurityScheme.OAuth2 oauth -> to.with("flows", oauth.flows())
                    .withPresent("oauth2MetadataUrl", oauth.metadataUrl())
                    .withPresent("description", oauth.description());
            case A2aSecurityScheme.OpenIdConnect openId -> to.with("openIdConnectUrl", openId.url())
                    .withPresent("description", openId.description());
            case A2aSecurityScheme.MutualTls tls -> to.withPresent("description", tls.description());
            case A2aSecurityScheme.Unknown unknown -> to.withAll(unknown.written());
        }
        return to.json();
    }
}
