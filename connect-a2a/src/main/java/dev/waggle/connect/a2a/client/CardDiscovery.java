package dev.waggle.connect.a2a.client;

import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

import dev.waggle.connect.a2a.client.AgentCredential.HeaderField;
import dev.waggle.connect.a2a.codec.A2aCodec;
import dev.waggle.connect.a2a.protocol.A2aAgentCard;
import dev.waggle.connect.a2a.protocol.A2aCapabilities;
import dev.waggle.connect.a2a.protocol.A2aInterface;
import dev.waggle.connect.a2a.protocol.A2aVersion;
import dev.waggle.connect.llm.wire.ProviderHttpClient;
import dev.waggle.connect.llm.wire.StreamingRequest;
import dev.waggle.connect.llm.wire.TransportError;
import dev.waggle.connect.llm.wire.TransportException;
import dev.waggle.connect.web.address.WebAddress;
import dev.waggle.connect.web.address.WebException;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.harness.Deadline;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure.Kind;
import org.jspecify.annotations.Nullable;

/**
 * Discovery of the endpoint of a remote agent by its card. The card may state any address. Only one of the origin that
 * the user named is called, so a message and a token never follow a card to another host.
 */
final class CardDiscovery {

    /** Largest card, in bytes; usual ones have some thousands. */
    private static final long MAX_CARD = 1_024 * 1_024;
    /** Timeout for a card: a file that servers hold ready. */
    static final Duration LIMIT = Duration.ofSeconds(10);

    private final AgentAddress address;
    private final AgentCredential credential;
    private final AgentFailures failures;
    private final ProviderHttpClient http;

    CardDiscovery(AgentAddress address, AgentCredential credential, AgentFailures failures, ProviderHttpClient http) {
        this.address = address;
        this.credential = credential;
        this.failures = failures;
        this.http = http;
    }

    /** Reads the card and chooses the endpoint. */
    AgentEndpoint endpoint(Deadline deadline) throws HarnessException, InterruptedException {
        Optional<HeaderField> early = credential.bearer(); // A token that cannot be used is refused before anything is sent.
        A2aAgentCard card = card(deadline.within(LIMIT), early);
        PlacedInterface chosen = chosen(card);
        requireExtensions(card.capabilities());
        return new AgentEndpoint(chosen.url(), chosen.version(), chosen.tenant(),
                card.capabilities().isStreaming(), credential.header(card.security()));
    }

    private A2aAgentCard card(Deadline deadline, Optional<HeaderField> early)
            throws HarnessException, InterruptedException {
        List<WebAddress> places = address.cards();
        for (WebAddress place : places.subList(0, places.size() - 1)) {
            Optional<A2aAgentCard> card = optionalCard(place, deadline, early);
            if (card.isPresent()) {
                return card.get();
            }
        }
        try {
            return card(places.getLast(), deadline, early);
        } catch (TransportException failed) {
            throw failed.error() instanceof TransportError.Status(int code, _, _) && code == 404
                    ? failures.failed(Kind.UNKNOWN_MODEL, "there is no agent card at "
                            + places.stream().map(WebAddress::toString).collect(Collectors.joining(" or "))
                            + "\nMaybe name the address of its card.")
                    : failures.of(failed);
        }
    }

    /** The card at a place where it need not be. */
    private Optional<A2aAgentCard> optionalCard(WebAddress place, Deadline deadline, Optional<HeaderField> early)
            throws HarnessException, InterruptedException {
        try {
            return Optional.of(card(place, deadline, early));
        } catch (TransportException failed) {
            boolean isElsewhere = switch (failed.error()) {
                case TransportError.Status status -> status.code() == 404 || status.code() == 405;
                case TransportError.ForeignFormat _ -> true;
                case TransportError.ErrorEvent _, TransportError.Redirect _, TransportError.Unreachable _, TransportError.Untrusted _, TransportError.ProxyLogin _,TransportError.Misconfiguration _,TransportError.InvalidEncoding _,TransportError.TooLarge _,TransportError.Interruption _,TransportError.Cancellation _ ->
                    false;
            };
            if (isElsewhere) {
                return Optional.empty();
            }
            throw failures.of(failed);
        }
    }

    private A2aAgentCard card(WebAddress place, Deadline deadline, Optional<HeaderField> early)
            throws HarnessException, InterruptedException {
        String text;
        try {
            text = text(place, deadline, Optional.empty());
        } catch (TransportException failed) {
            boolean isClosed = failed.error() instanceof TransportError.Status(int code, _, _) && code == 401;
            if (!isClosed || early.isEmpty()) {
                throw failed;
            }
            text = text(place, deadline, early);
        }
        try {
            return A2aCodec.card(JsonText.read(text));
        } catch (IllegalArgumentException bad) {
            throw failures.failed(Kind.MALFORMED, "the card at " + place + " is none: "
                    + failures.quote(String.valueOf(bad.getMessage())));
        }
    }

    private String text(WebAddress place, Deadline deadline, Optional<HeaderField> token)
            throws HarnessException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(place.uri()).header("Accept", AgentEndpoint.JSON)
                .header(A2aVersion.HEADER, A2aVersion.V1_0.number());
        token.ifPresent(field -> request.header(field.name(), field.value()));
        StreamingRequest line = http.newRequest(deadline.world(), null);
        return new AgentExchange(line, deadline, LIMIT, failures)
                .await(() -> line.readChecked(request.build(), MAX_CARD));
    }

    /** An interface that can be called, if its address is one. */
    private record PlacedInterface(WebAddress url, A2aVersion version, @Nullable String tenant) {}

    /** The interface to call: the one that the user named, else the newest version of those of the same origin. */
    private PlacedInterface chosen(A2aAgentCard card) throws HarnessException {
        List<PlacedInterface> spoken = new ArrayList<>();
        for (A2aInterface one : card.interfaces()) {
            if (one.binding().toUpperCase(Locale.ROOT).equals(A2aInterface.JSON_RPC)) {
                Optional<A2aVersion> version = A2aVersion.of(one.protocolVersion());
                Optional<WebAddress> url = parsed(one.url());
                if (version.isPresent() && url.isPresent()) {
                    spoken.add(new PlacedInterface(url.get(), version.get(), one.tenant()));
                }
            }
        }
        if (spoken.isEmpty()) {
            throw failures.failed(Kind.UNKNOWN_MODEL, failures.subject() + " offers \""
                    + failures.quote(card.interfaces().stream()
                            .map(one -> one.binding() + ' ' + one.protocolVersion() + " at " + one.url())
                            .collect(Collectors.joining(", ")))
                    + "\", and only JSONRPC of the versions 1.0 and 0.3 at an http address is supported");
        }
        List<PlacedInterface> near = spoken.stream().filter(one -> address.hasOriginOf(one.url())).toList();
        if (near.isEmpty()) {
            WebAddress elsewhere = spoken.getFirst().url();
            throw failures.failed(Kind.UNKNOWN_MODEL, "the card of " + failures.subject() + " names another origin, "
                    + elsewhere + ", and nothing is sent there\nMaybe name that address, if you trust it: a2a:"
                    + elsewhere);
        }
        List<PlacedInterface> named = near.stream().filter(one -> address.url().equals(one.url())).toList();
        return (named.isEmpty() ? near : named).stream().max(Comparator.comparing(PlacedInterface::version))
                .orElseThrow();
    }

    private static Optional<WebAddress> parsed(String url) {
        try {
            return Optional.of(WebAddress.parse(url));
        } catch (WebException unreadable) {
            return Optional.empty();
        }
    }

    private void requireExtensions(A2aCapabilities capabilities) throws HarnessException {
        Optional<A2aCapabilities.Extension> required = capabilities.extensions().stream()
                .filter(A2aCapabilities.Extension::isRequired).findFirst();
        if (required.isPresent()) {
            throw failures.failed(Kind.UNKNOWN_MODEL, failures.subject() + " requires the extension \""
                    + failures.quote(required.get().uri()) + "\", which Waggle does not have");
        }
    }
}
