package dev.waggle.connect.langchain4j;

import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.util.stream.Stream;

import javax.net.ssl.SSLHandshakeException;

import com.fasterxml.jackson.databind.JsonMappingException;
import dev.langchain4j.exception.AuthenticationException;
import dev.langchain4j.exception.ContentFilteredException;
import dev.langchain4j.exception.HttpException;
import dev.langchain4j.exception.InternalServerException;
import dev.langchain4j.exception.InvalidRequestException;
import dev.langchain4j.exception.LangChain4jException;
import dev.langchain4j.exception.ModelNotFoundException;
import dev.langchain4j.exception.RateLimitException;
import dev.langchain4j.exception.RetriableException;
import dev.langchain4j.exception.TimeoutException;
import dev.langchain4j.exception.UnresolvedModelServerException;
import dev.langchain4j.exception.UnsupportedFeatureException;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

class ChatModelErrorMapperTest {

    private static final ChatModelErrorMapper ERRORS = new ChatModelErrorMapper(ChatModelName.of("bedrock:claude"));

    static Stream<Arguments> failures() {
        return Stream.of(
                Arguments.of(new AuthenticationException("no"), Kind.AUTHENTICATION),
                Arguments.of(new AuthenticationException(new HttpException(403, "no")), Kind.AUTHENTICATION),
                Arguments.of(new RateLimitException("slow"), Kind.RATE_LIMITED),
                Arguments.of(new RateLimitException(new HttpException(429, "{\"code\":\"insufficient_quota\"}")),
                        Kind.AUTHENTICATION),
                Arguments.of(new ModelNotFoundException("none"), Kind.UNKNOWN_MODEL),
                Arguments.of(new ContentFilteredException("filtered"), Kind.REFUSED),
                Arguments.of(new InvalidRequestException("bad"), Kind.BAD_REQUEST),
                Arguments.of(new InvalidRequestException(new HttpException(402, "pay")), Kind.AUTHENTICATION),
                Arguments.of(new InvalidRequestException(new HttpException(400, "API key not valid.")),
                        Kind.AUTHENTICATION),
                Arguments.of(new InternalServerException(new HttpException(529, "overloaded")), Kind.OVERLOADED),
                Arguments.of(new TimeoutException(new HttpException(408, "late")), Kind.OVERLOADED),
                Arguments.of(new TimeoutException(new HttpTimeoutException("late")), Kind.STALLED),
                Arguments.of(new TimeoutException(new HttpConnectTimeoutException("late")), Kind.UNREACHABLE),
                Arguments.of(new TimeoutException("late"), Kind.STALLED),
                Arguments.of(new UnresolvedModelServerException(new UnresolvedAddressException()), Kind.UNREACHABLE),
                Arguments.of(new UnsupportedFeatureException("no tools"), Kind.BAD_REQUEST),
                Arguments.of(new HttpException(302, "moved"), Kind.MALFORMED),
                Arguments.of(new HttpException(404, "none"), Kind.UNKNOWN_MODEL),
                Arguments.of(new HttpException(429, "slow"), Kind.RATE_LIMITED),
                Arguments.of(new HttpException(503, "down"), Kind.OVERLOADED),
                Arguments.of(new RetriableException("again"), Kind.OVERLOADED),
                Arguments.of(new LangChain4jException(new ConnectException("refused")), Kind.UNREACHABLE),
                Arguments.of(new RuntimeException(new UnknownHostException("nowhere")), Kind.UNREACHABLE),
                Arguments.of(new RuntimeException(new SocketTimeoutException("late")), Kind.STALLED),
                Arguments.of(new RuntimeException(new SSLHandshakeException("unable to find valid path")),
                        Kind.FAILED),
                Arguments.of(new RuntimeException(new IOException("reset")), Kind.UNREACHABLE),
                Arguments.of(new RuntimeException(new JsonMappingException(null, "no JSON")), Kind.MALFORMED),
                Arguments.of(new IllegalStateException("Overloaded"), Kind.OVERLOADED),
                Arguments.of(new IllegalStateException("error: rate_limit_error"), Kind.RATE_LIMITED),
                Arguments.of(new IllegalStateException("UNAUTHENTICATED: no such credentials"), Kind.AUTHENTICATION),
                Arguments.of(new IllegalStateException("PERMISSION_DENIED: no"), Kind.AUTHENTICATION),
                Arguments.of(new IllegalStateException("RESOURCE_EXHAUSTED: quota"), Kind.RATE_LIMITED),
                Arguments.of(new IllegalStateException("UNAVAILABLE: try later"), Kind.OVERLOADED),
                Arguments.of(new IllegalStateException("NOT_FOUND: no such model"), Kind.UNKNOWN_MODEL),
                Arguments.of(new IllegalStateException("INVALID_ARGUMENT: odd"), Kind.BAD_REQUEST),
                Arguments.of(new IllegalStateException("odd"), Kind.FAILED),
                Arguments.of(new StackOverflowError(), Kind.FAILED));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void aFailureHasTheKindOfItsType(Throwable failure, Kind kind) {
        HarnessException mapped = ERRORS.of(failure, false);

        assertThat(mapped.failure().kind()).isEqualTo(kind);
        assertThat(mapped.getMessage()).contains("bedrock");
        assertThat(mapped.failure().retryAfter()).isNull();
        assertThat(mapped.getCause()).isNotNull();
    }

    @Test
    void aConnectionThatBreaksAfterOutputBrokeOffTheAnswer() {
        assertThat(ERRORS.of(new RuntimeException(new IOException("reset")), true).failure().kind())
                .isEqualTo(Kind.TRUNCATED);
    }

    @Test
    void aChainOfCausesThatIsACircleEnds() {
        RuntimeException one = new RuntimeException("one");
        RuntimeException other = new RuntimeException("other", one);
        one.initCause(other);

        assertThat(ERRORS.of(one, false).failure().kind()).isEqualTo(Kind.FAILED);
    }

    @Test
    void wordsAreShortVisibleAndWithoutKeys() {
        String words = "no access to https://host/v1?key=AIzaSyA1234567890&alt=sse with Bearer abc.def-ghi, "
                + "sk-ant-api03-0123456789\n\u001b[31m" + "b".repeat(1_000);

        String message = ERRORS.of(new InvalidRequestException(words), false).getMessage();

        assertThat(message).contains("?key=***&alt=sse").contains("Bearer ***").contains("\\u001b")
                .doesNotContain("AIza").doesNotContain("abc.def").doesNotContain("0123456789").doesNotContain("\u001b")
                .hasSizeLessThan(500);
    }
}
