export const review = {
  'review.title': 'Review',
}
