package dev.waggle.cli.reference;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

import dev.waggle.connect.llm.ModelCatalog;
import dev.waggle.connect.llm.ModelCatalog.ProviderStatus;

/** The environment variables: those of the providers by trial, the others by name. */
public final class EnvironmentTable {

    private static final String ADDRESS = "http://lab.example:9999/v1";

    private EnvironmentTable() {}

    /** The variables that no provider reads, with their meaning. */
    private static Map<String, String> general() {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("WAGGLE_DATA", "the data folder, unless `--data` names one; `.waggle` when it is not set");
        variables.put("WAGGLE_MODELS", "the models file, unless `--models-file` names one");
        variables.put("QDRANT_API_KEY", "the key of a Qdrant server of memories, unless `memory.keyEnv` names another"
                + " variable");
        variables.put("BRAVE_API_KEY", "the key of the Brave search API, for `--web`");
        variables.put("WAGGLE_SEARXNG_URL", "the address of a SearXNG server, for `--web`");
        variables.put("HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY`, `NO_PROXY", "the proxies of providers, and hosts"
                + " without one; in small letters too: see [models.md](../models.md#proxies)");
        variables.put("WAGGLE_CA_FILE`, `SSL_CERT_FILE", "the certificate authorities that are trusted beside those of"
                + " the JDK: see [models.md](../models.md#certificates)");
        variables.put("OPENAI_API_VERSION", "the version of dated calls of `azure`; without it the v1 form is used");
        variables.put("AZURE_OPENAI_AD_TOKEN", "a token for `azure`, where there is no key");
        variables.put("WAGGLE_JAVA_HOME", "the JDK that the launcher uses, before `JAVA_HOME` and the `java` on the"
                + " path");
        variables.put("WAGGLE_BUILD", "the folder in which the launcher builds, where its own cannot be written");
        variables.put("WAGGLE_MCP_TOKEN", "the token of `waggle mcp --http`, without `--token-file`");
        variables.put("COLUMNS", "the width of the terminal; without it reports have 80 columns, and the lists of"
                + " `log` and `signals` their whole text");
        variables.put("NO_COLOR", "no colours when it is set");
        variables.put("TERM", "plain characters and no colours when it is `dumb`");
        return variables;
    }

    /** The names of all variables. */
    public static Set<String> names() {
        Set<String> names = new LinkedHashSet<>();
        general().keySet().forEach(group -> names.addAll(Arrays.asList(group.split("`, `", -1))));
        names.addAll(asked());
        providers(Map.of()).values().forEach(status -> names.addAll(status.provider().key().variables()));
        return names;
    }

    static void addTo(MarkdownPage page) {
        page.heading(2, "Environment variables");
        page.table(List.of("variable", "meaning"), general().entrySet().stream()
                .map(variable -> List.of(Markdown.code(variable.getKey()), variable.getValue())).toList());
        page.paragraph("Each built-in provider has variables for its key and its address. The variable with the suffix"
                + " `_FILE` names a file that holds the key.");
        page.table(List.of("provider", "address", "variables of the address", "variables of the key"), rows());
    }

    private static List<List<String>> rows() {
        Map<String, List<String>> addresses = new LinkedHashMap<>();
        Map<String, ProviderStatus> providers = new LinkedHashMap<>(providers(Map.of()));
        Map<String, ProviderStatus> usual = Map.copyOf(providers);
        for (String variable : asked()) {
            providers(Map.of(variable, ADDRESS)).forEach((name, status) -> {
                ProviderStatus old = usual.get(name);
                if (old == null || !old.provider().baseUrl().equals(status.provider().baseUrl())) {
                    providers.putIfAbsent(name, status);
                    addresses.computeIfAbsent(name, _ -> new ArrayList<>()).add(variable);
                }
            });
        }
        return providers.entrySet().stream().map(provider -> List.of(Markdown.code(provider.getKey()),
                usual.containsKey(provider.getKey())
                        ? Markdown.code(provider.getValue().provider().baseUrl().toString())
                        : "",
                codes(Objects.requireNonNull(addresses.get(provider.getKey()), provider.getKey())),
                codes(provider.getValue().provider().key().variables()))).toList();
    }

    private static String codes(List<String> names) {
        return names.stream().map(Markdown::code).collect(Collectors.joining(", "));
    }

    private static Map<String, ProviderStatus> providers(Map<String, String> environment) {
        Map<String, ProviderStatus> byName = new LinkedHashMap<>();
        try (ModelCatalog catalog = ModelCatalog.of(environment)) {
            catalog.providers().forEach(status -> byName.put(status.provider().name(), status));
        }
        return byName;
    }

    /** The variables that the catalog looks up when it is created. */
    private static Set<String> asked() {
        Set<String> names = new LinkedHashSet<>();
        ModelCatalog.of(new HashMap<>() {
            private static final long serialVersionUID = 1;

            @Override
            public String getOrDefault(Object name, String other) {
                names.add(String.valueOf(name));
                return other;
            }
        }).close();
        return names;
    }
}
