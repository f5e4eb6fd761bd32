package dev.waggle.lab.deployment;

import java.net.URI;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Checks of a Caddyfile with sites that pass requests to a server of a Compose file. */
final class CaddyfileLint {

    private static final String PROXY = "reverse_proxy";
    private static final String FLUSH = "flush_interval";

    /** Directives in use here, by the directive around them. */
    private static final Map<String, Set<String>> DIRECTIVES = Map.of("a site",
            Set.of(PROXY, "encode", "header", "log", "tls"), PROXY, Set.of(FLUSH, "header_up", "header_down",
                    "health_uri", "transport"));
    private static final Pattern SITE = Pattern.compile("[a-z0-9-]+(\\.[a-z0-9-]+)+");
    private static final Pattern UPSTREAM = Pattern.compile("([a-z0-9.-]+):(\\d{1,5})");

    private final LintReport report = new LintReport("Caddyfile");
    private final Deque<String> open = new ArrayDeque<>();
    private final List<String> sites = new ArrayList<>();
    private final List<String> upstreams = new ArrayList<>();
    private boolean isFlushed;

    private CaddyfileLint() {}

    /** The problems of a text with that Compose file. */
    static List<String> problems(String text, ComposeLint compose) {
        CaddyfileLint lint = new CaddyfileLint();
        text.lines().map(String::strip).filter(line -> !line.isEmpty() && !line.startsWith("#")).forEach(lint::read);
        lint.report.refuseSecrets(text);
        lint.report.require(lint.open.isEmpty(), "a brace is not closed: " + lint.open);
        lint.check(compose);
        return lint.report.problems();
    }

    private void read(String line) {
        if (line.equals("}")) {
            report.require(!open.isEmpty(), "a brace closes nothing");
            open.poll();
            return;
        }
        boolean opens = line.endsWith(" {");
        String text = opens ? line.substring(0, line.length() - 2) : line;
        report.require(text.chars().noneMatch(c -> c == '{' || c == '}'), "a brace must end its line: " + line);
        String[] words = text.split("\\s+");
        if (open.isEmpty()) {
            report.require(opens && SITE.matcher(text).matches(), "it is no site: " + line);
            sites.add(text);
        } else {
            Set<String> known = DIRECTIVES.getOrDefault(open.peek(), Set.of());
            report.require(known.contains(words[0]), "there is no directive " + words[0] + " in " + open.peek());
            if (words[0].equals(PROXY)) {
                upstreams.addAll(List.of(words).subList(1, words.length));
            }
            isFlushed |= text.equals(FLUSH + " -1");
        }
        if (opens) {
            open.push(open.isEmpty() ? "a site" : words[0]);
        }
    }

    private void check(ComposeLint compose) {
        report.require(!sites.isEmpty() && !upstreams.isEmpty(), "no site passes requests to a server");
        report.require(isFlushed, "events would wait in the proxy: " + FLUSH + " -1 is missing");
        for (String upstream : upstreams) {
            Matcher parts = UPSTREAM.matcher(upstream);
            Optional<ServeArguments> server = parts.matches() ? compose.server(parts.group(1)) : Optional.empty();
            report.require(server.isPresent(), "the upstream " + upstream + " is no server of compose.yaml");
            server.ifPresent(serve -> {
                int port = Integer.parseInt(parts.group(2));
                report.require(port == serve.port() && compose.isExposed(parts.group(1), port),
                        "the server does not listen at " + upstream + " but at " + serve.port());
                report.require(serve.publicUrl().map(URI::getHost).filter(sites::contains).isPresent(),
                        "the server expects requests for " + serve.publicUrl() + ", the sites are " + sites);
            });
        }
        // 80 is for the proof to the certificate authority and for redirects.
        report.require(compose.published("Caddyfile").containsAll(Set.of(80, 443)),
                "the proxy is not reached at the ports 80 and 443");
    }
}
