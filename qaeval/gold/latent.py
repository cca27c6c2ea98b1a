"""True labels and how reliable each assessor is, from the labels alone (Dawid & Skene 1979).

An answer has label j with chance p_j, and assessor k then gives it label l with chance π_kjl. EM
starts from the shares of each answer's labels, as the paper does, and goes up to a maximum of
the likelihood near it: not always the highest, but one in which labels keep their meaning.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from qaeval.arrays import Bools, Floats, Ints

MOST_STEPS = 2000
_GAIN = 1e-12  # of the log-likelihood, as a share of it, below which EM ends
_SAME = 1e-9  # chances nearer than this are equal


@dataclass(frozen=True)
class LatentTruth:
    """What labels say of answers and assessors."""

    posterior: Floats  # answers × labels
    shares: Floats  # of the true labels
    confusion: Floats  # assessors × true label × label given; NaN for a true label of no answer
    given: Ints  # the labels that each assessor gave
    log_likelihood: float
    steps: int
    converged: bool

    @property
    def labels(self) -> Ints:
        """The likeliest label of each answer; of equally likely ones the worst."""
        return self.posterior.shape[1] - 1 - np.argmax(self._likeliest[:, ::-1], axis=1)

    @property
    def tied(self) -> Bools:
        """The answers for which several labels are equally likely."""
        return np.asarray(self._likeliest.sum(axis=1) > 1)

    @property
    def _likeliest(self) -> Bools:
        return np.asarray(self.posterior > self.posterior.max(axis=1, keepdims=True) - _SAME)

    @property
    def accuracy(self) -> Floats:
        """The chance that each assessor gives the true label, over the shares of these."""
        right = np.diagonal(self.confusion, axis1=1, axis2=2)
        return np.where(self.shares > 0, right * self.shares, 0.0).sum(axis=1)

    @property
    def contrary(self) -> Bools:
        """The assessors who give most true labels a wrong one more often than the right one."""
        return np.asarray(2 * self._miscalled.sum(axis=1) > (self.shares > 0).sum())

    @property
    def strange(self) -> Bools:
        """The true labels that most assessors call otherwise: they may not mean what they say."""
        return np.asarray(2 * self._miscalled.sum(axis=0) > len(self.confusion))

    @property
    def _miscalled(self) -> Bools:
        """Assessors × true labels that get some other label more often than their own."""
        right = np.diagonal(self.confusion, axis1=1, axis2=2)
        with np.errstate(invalid="ignore"):
            return np.asarray((self.confusion > right[:, :, None]).any(axis=2))


def latent_truth(labels: Ints, size: int) -> LatentTruth:
    """What labels (answers × assessors, SKIPPED where there is none) say; one label a time."""
    return fit(np.stack([labels == label for label in range(size)], axis=2).astype(np.int64))


def fit(counts: Ints) -> LatentTruth:
    """From how often each assessor gave each label (answers × assessors × labels) to an answer."""
    answers, assessors, size = counts.shape
    # Answers with the same labels are the same to EM, and their order does not matter.
    rows, which, times = np.unique(
        counts.reshape(answers, -1), axis=0, return_inverse=True, return_counts=True
    )
    kinds = rows.reshape(-1, assessors, size).astype(np.float64)
    totals = kinds.sum(axis=1)
    posterior = totals / np.maximum(totals.sum(axis=1, keepdims=True), 1)
    posterior[totals.sum(axis=1) == 0] = 1 / size
    before, steps, converged = -np.inf, 0, False
    while not converged and steps < MOST_STEPS:
        steps += 1
        shares, confusion = _reliabilities(kinds, posterior, times)
        posterior, found = _chances(kinds, shares, confusion, times)
        converged = found - before <= _GAIN * max(1.0, abs(found))
        before = found
    given = counts.sum(axis=(0, 2))
    return LatentTruth(posterior[which.ravel()], shares, confusion, given, before, steps, converged)


def _reliabilities(kinds: Floats, posterior: Floats, times: Ints) -> tuple[Floats, Floats]:
    """The M step: shares of the true labels, and what assessors make of each."""
    weighted = posterior * times[:, None]
    confusion = np.einsum("ij,ikl->kjl", weighted, kinds)
    given = confusion.sum(axis=2, keepdims=True)
    rates = np.divide(confusion, given, out=np.full_like(confusion, np.nan), where=given > 0)
    return weighted.sum(axis=0) / times.sum(), rates


def _chances(kinds: Floats, shares: Floats, confusion: Floats, times: Ints) -> tuple[Floats, float]:
    """The E step, in logarithms: the chances of true labels, and the log-likelihood."""
    with np.errstate(divide="ignore"):
        rates = np.log(np.where(np.isnan(confusion), 1.0, confusion))
        chances = np.broadcast_to(np.log(shares), (len(kinds), len(shares))).copy()
    for assessor in range(kinds.shape[1]):
        for label in range(kinds.shape[2]):
            times_given = kinds[:, assessor, label, None]
            with np.errstate(invalid="ignore"):
                added = times_given * rates[assessor, :, label]
            chances += np.where(times_given > 0, added, 0.0)  # what was not given says nothing
    top = chances.max(axis=1, keepdims=True)
    weights = np.exp(chances - top)
    totals = weights.sum(axis=1, keepdims=True)
    return weights / totals, float(times @ (top + np.log(totals)).ravel())
