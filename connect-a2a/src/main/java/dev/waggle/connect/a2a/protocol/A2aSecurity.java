package dev.waggle.connect.a2a.protocol;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Authentication that an agent wants.
 *
 * @param schemes schemes by name
 * @param requirements alternatives; each names the schemes that are needed together, with their scopes
 */
public record A2aSecurity(Map<String, A2aSecurityScheme> schemes, List<Map<String, List<String>>> requirements) {

    /** No authentication. */
    public static final A2aSecurity NONE = new A2aSecurity(Map.of(), List.of());

    public A2aSecurity {
        schemes = Collections.unmodifiableMap(new LinkedHashMap<>(schemes));
        List<Map<String, List<String>>> copies = new ArrayList<>();
        for (Map<String, List<String>> requirement : requirements) {
            Map<String, List<String>> copy = new LinkedHashMap<>();
            requirement.forEach((name, scopes) -> copy.put(name, List.copyOf(scopes)));
            copies.add(Collections.unmodifiableMap(copy));
        }
        requirements = List.copyOf(copies);
    }
}
