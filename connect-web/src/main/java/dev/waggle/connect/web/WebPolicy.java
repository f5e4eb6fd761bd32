package dev.waggle.connect.web;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import dev.waggle.connect.web.address.WebAddress;

/**
 * Rules and limits for reaching the web. Only a host makes one: nothing that a model says changes it.
 *
 * @param ports the ports of public hosts that may be reached
 * @param allowed hosts that may be reached although their addresses are private or their ports unusual, each written
 *        {@code host:port} in small letters as an address names it, IPv6 in brackets
 * @param timeLimit how long everything may take together: names, redirects, body, and reading it
 * @param sizeLimit the longest body, in bytes, after decompression; a longer one is refused, not cut, because half of
 *        a page may say the opposite of the whole
 */
public record WebPolicy(Set<Integer> ports, Set<String> allowed, Duration timeLimit, int sizeLimit) {

    /** The ports of the two schemes; others belong to services that were not built for strangers' requests. */
    public static final Set<Integer> DEFAULT_PORTS = Set.of(80, 443);

    /** Slow pages take a few seconds; a model that waits longer has a better use of its time. */
    public static final Duration DEFAULT_TIME_LIMIT = Duration.ofSeconds(15);

    /** 2 MiB: fifty times the median HTML page. */
    public static final int DEFAULT_SIZE_LIMIT = 2 * 1024 * 1024;

    /** 10 MiB: a body is held in memory, once as bytes and once as text. */
    public static final int MAX_SIZE_LIMIT = 10 * 1024 * 1024;

    public WebPolicy {
        for (int port : ports) {
            if (port < 1 || port > WebAddress.LAST_PORT) {
                throw new IllegalArgumentException("ports must be from 1 to 65535, got " + port);
            }
        }
        for (String place : allowed) {
            WebAddress.requireHostAndPort(place);
        }
        if (!timeLimit.isPositive()) {
            throw new IllegalArgumentException("timeLimit must be positive, got " + timeLimit);
        }
        if (sizeLimit < 1 || sizeLimit > MAX_SIZE_LIMIT) {
            throw new IllegalArgumentException(
                    "sizeLimit must be from 1 to " + MAX_SIZE_LIMIT + " bytes, got " + sizeLimit);
        }
        ports = Set.copyOf(ports);
        allowed = Set.copyOf(allowed);
    }

    /** Public addresses at the usual ports, and nothing else. */
    public static WebPolicy defaults() {
        return new WebPolicy(DEFAULT_PORTS, Set.of(), DEFAULT_TIME_LIMIT, DEFAULT_SIZE_LIMIT);
    }

    /**
     * Returns a copy that also allows these places, whatever address they have: {@code wiki.intra:80}, {@code
     * 127.0.0.1:8080}, {@code [::1]:8080}. The name and port of a URL count, not the address.
     */
    public WebPolicy allowing(String... places) {
        Set<String> all = new TreeSet<>(allowed);
        all.addAll(List.of(places));
        return new WebPolicy(ports, all, timeLimit, sizeLimit);
    }

    /** The same with exactly these ports of public hosts. */
    public WebPolicy withPorts(Integer... newPorts) {
        return new WebPolicy(new TreeSet<>(List.of(newPorts)), allowed, timeLimit, sizeLimit);
    }

    public WebPolicy withTimeLimit(Duration limit) {
        return new WebPolicy(ports, allowed, limit, sizeLimit);
    }

    public WebPolicy withSizeLimit(int bytes) {
        return new WebPolicy(ports, allowed, timeLimit, bytes);
    }
}
